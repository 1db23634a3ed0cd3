// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"

	apiserverinternalv1alpha1 "k8s.io/api/apiserverinternal/v1alpha1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// field describes one field of a message: its JSON name and form, and its Go type.
type field struct {
	Name string `json:"name"`
	// Type is a scalar or the name of a message.
	Type string `json:"type"`
	List bool   `json:"list,omitempty"`
	// Map is true of a map from strings to values of the type.
	Map bool `json:"map,omitempty"`
	// KeepZero is true of a pointer and of what JSON shows always: a zero that was sent is meant.
	KeepZero bool `json:"keepZero,omitempty"`
}

// messages are the fields of each message by their number.
type messages map[string]map[string]field

// Messages that have a form of their own in JSON; the reader knows them by name.
var special = map[reflect.Type]bool{
	reflect.TypeFor[apiextensionsv1.JSON]():                         true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): true,
	reflect.TypeFor[intstr.IntOrString]():                           true,
	reflect.TypeFor[metav1.FieldsV1]():                              true,
	reflect.TypeFor[metav1.MicroTime]():                             true,
	reflect.TypeFor[metav1.Time]():                                  true,
	reflect.TypeFor[resource.Quantity]():                            true,
	reflect.TypeFor[runtime.RawExtension]():                         true,
}

// Lists of strings that are messages of their own, as the values of a map must be.
var stringLists = map[reflect.Type]bool{
	reflect.TypeFor[authenticationv1.ExtraValue](): true,
	reflect.TypeFor[authorizationv1.ExtraValue]():  true,
	reflect.TypeFor[certificatesv1.ExtraValue]():   true,
}

// builtInKinds are the types of all built-in kinds.
func builtInKinds() (*runtime.Scheme, error) {
	kinds := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, apiextensionsv1.AddToScheme, apiregistrationv1.AddToScheme,
		apiserverinternalv1alpha1.AddToScheme,
	} {
		if err := add(kinds); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

// roots are the built-in kinds and the options of a deletion, in a fixed order.
func roots() ([]reflect.Type, error) {
	kinds, err := builtInKinds()
	if err != nil {
		return nil, err
	}
	found := []reflect.Type{reflect.TypeFor[metav1.DeleteOptions]()}
	for kind, known := range kinds.AllKnownTypes() {
		// What every version has, such as WatchEvent, are no kinds of objects.
		if kind.Version != runtime.APIVersionInternal && !strings.HasSuffix(known.PkgPath(), "/meta/v1") {
			found = append(found, known)
		}
	}
	sort.Slice(found, func(i, j int) bool { return messageName(found[i]) < messageName(found[j]) })
	return found, nil
}

func describeMessages() (messages, error) {
	known := messages{}
	types, err := roots()
	if err != nil {
		return nil, err
	}
	for _, root := range types {
		if err := known.add(root); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// add describes a message and those that it holds.
func (known messages) add(message reflect.Type) error {
	name := messageName(message)
	if _, ok := known[name]; ok {
		return nil
	}
	fields := map[string]field{}
	known[name] = fields
	for i := range message.NumField() {
		member := message.Field(i)
		// The type and version of the object are outside the message.
		tag, ok := member.Tag.Lookup("protobuf")
		if !ok {
			continue
		}
		described, err := known.describe(member)
		if err != nil {
			return fmt.Errorf("%s.%s: %w", name, member.Name, err)
		}
		number, err := strconv.Atoi(strings.Split(tag, ",")[1])
		if err != nil {
			return fmt.Errorf("%s.%s: %w", name, member.Name, err)
		}
		fields[strconv.Itoa(number)] = described
	}
	return nil
}

func (known messages) describe(member reflect.StructField) (field, error) {
	name, options, _ := strings.Cut(member.Tag.Get("json"), ",")
	value := member.Type
	described := field{Name: name, KeepZero: !strings.Contains(options, "omitempty")}
	if value.Kind() == reflect.Pointer {
		described.KeepZero = true
		value = value.Elem()
	}
	switch {
	case value.Kind() == reflect.Map:
		described.Map = true
		value = value.Elem()
	case value.Kind() == reflect.Slice && value.Elem().Kind() != reflect.Uint8:
		described.List = true
		value = value.Elem()
	}
	var err error
	described.Type, err = known.typeName(value)
	return described, err
}

func (known messages) typeName(value reflect.Type) (string, error) {
	if stringLists[value] {
		return "strings", nil
	}
	switch value.Kind() {
	case reflect.String:
		return "string", nil
	case reflect.Bool:
		return "bool", nil
	case reflect.Int32, reflect.Int64:
		return "int", nil
	case reflect.Float64:
		return "double", nil
	case reflect.Slice:
		return "bytes", nil
	case reflect.Struct:
		if special[value] {
			return messageName(value), nil
		}
		return messageName(value), known.add(value)
	default:
		return "", fmt.Errorf("no protobuf type is known for %s", value)
	}
}

// messageName is the message's name after those of its group and version, such as core.v1.Event.
func messageName(message reflect.Type) string {
	// The last parts of the package's path are the group and the version.
	path := strings.Split(message.PkgPath(), "/")
	return strings.Join(path[len(path)-2:], ".") + "." + message.Name()
}
