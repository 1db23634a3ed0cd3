// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/endpoints/deprecation"
)

// describeDeprecations maps "GROUP/VERSION/KIND" to the warning of each kind that is deprecated in a
// version of Kubernetes, such as "1.37".
func describeDeprecations(version string) (map[string]string, error) {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return nil, fmt.Errorf("%q is not a version such as 1.37: %w", version, err)
	}
	kinds, err := builtInKinds()
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for kind, known := range kinds.AllKnownTypes() {
		object, ok := reflect.New(known).Interface().(runtime.Object)
		if !ok || !deprecation.IsDeprecated(object, major, minor) {
			continue
		}
		object.GetObjectKind().SetGroupVersionKind(kind)
		found[fmt.Sprintf("%s/%s/%s", kind.Group, kind.Version, kind.Kind)] = deprecation.WarningMessage(object)
	}
	return found, nil
}
