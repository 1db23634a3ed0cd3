// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"reflect"
	"strings"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// field says of one field of a message what its bytes become in JSON.
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

// What clients send in protobuf: the built-in kinds and the options of a deletion.
var roots = []any{
	apiextensionsv1.CustomResourceDefinition{},
	coordinationv1.Lease{},
	corev1.Event{},
	corev1.Namespace{},
	eventsv1.Event{},
	metav1.DeleteOptions{},
}

// Messages that have a form of their own in JSON; the reader knows them by name.
var special = map[reflect.Type]bool{
	reflect.TypeFor[apiextensionsv1.JSON]():                         true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        true,
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): true,
	reflect.TypeFor[metav1.FieldsV1]():                              true,
	reflect.TypeFor[metav1.MicroTime]():                             true,
	reflect.TypeFor[metav1.Time]():                                  true,
}

func describeMessages() (messages, error) {
	known := messages{}
	for _, root := range roots {
		if err := known.add(reflect.TypeOf(root)); err != nil {
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
		// Type and version of the object are told around the message, not in it.
		tag, ok := member.Tag.Lookup("protobuf")
		if !ok {
			continue
		}
		described, err := known.describe(member)
		if err != nil {
			return fmt.Errorf("%s.%s: %w", name, member.Name, err)
		}
		number := strings.Split(tag, ",")[1]
		fields[number] = described
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

// messageName is the message's name after that of its group, such as core.Event.
func messageName(message reflect.Type) string {
	// The last parts of the package's path are the group and the version.
	path := strings.Split(message.PkgPath(), "/")
	return path[len(path)-2] + "." + message.Name()
}
