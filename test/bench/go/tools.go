// Package bench keeps what generated clients import among the module's requirements.
package bench

import (
	_ "k8s.io/client-go/discovery"
	_ "k8s.io/client-go/testing"
	_ "k8s.io/client-go/tools/cache"
	_ "k8s.io/client-go/util/flowcontrol"
)
