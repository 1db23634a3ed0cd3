// Serves a validating webhook of ConfigMaps with controller-runtime, for test/bench/webhooks.ts.
// Usage: webhook PORT CERTIFICATE_FOLDER
package main

import (
	"context"
	"errors"
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/go-logr/logr"
)

type validator struct{}

func (validator) ValidateCreate(_ context.Context, object *corev1.ConfigMap) (admission.Warnings, error) {
	if len(object.Data) > 10 {
		return nil, errors.New("at most 10 keys")
	}
	return nil, nil
}

func (v validator) ValidateUpdate(ctx context.Context, _, object *corev1.ConfigMap) (admission.Warnings, error) {
	return v.ValidateCreate(ctx, object)
}

func (validator) ValidateDelete(context.Context, *corev1.ConfigMap) (admission.Warnings, error) {
	return nil, nil
}

func main() {
	log.SetLogger(logr.Discard())
	port, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err)
	}
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: os.Args[2]})
	server.Register("/validate--v1-configmap", admission.WithValidator[*corev1.ConfigMap](scheme, validator{}))
	if err := server.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
