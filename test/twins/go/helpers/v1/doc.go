// Package v1 has types for others and no API of its own.
package v1
