// SPDX-License-Identifier: Apache-2.0

// Package testing has the names of apiextensions-apiserver's pkg/cmd/server/testing, which its
// integration tests import, and starts the server of KUBEBUILDER_ASSETS.
package testing

import (
	"context"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"

	"vmgen.dev/test/peers/start"
)

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions has no options.
type TestServerInstanceOptions struct{}

// TestServer is a running server. CompletedConfig is empty, because the server is another process.
type TestServer struct {
	ClientConfig    *restclient.Config
	ServerOpts      *options.CustomResourceDefinitionsServerOptions
	TearDownFn      TearDownFunc
	TmpDir          string
	CompletedConfig apiserver.CompletedConfig
}

// Logger is the part of a test that a server needs.
type Logger interface {
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
}

// onlyExtensions are the flags that kube-apiserver does not have.
var onlyExtensions = []string{
	"authentication-skip-lookup", "authentication-kubeconfig", "authorization-kubeconfig", "kubeconfig",
}

// StartTestServer starts a server.
func StartTestServer(t Logger, _ *TestServerInstanceOptions, args []string, _ *storagebackend.Config) (TestServer, error) {
	flags := start.Flags{"authorization-mode": {"AlwaysAllow"}}
	if err := flags.Parse(args); err != nil {
		return TestServer{}, err
	}
	for _, name := range onlyExtensions {
		delete(flags, name)
	}
	prefix := strings.Join(flags["etcd-prefix"], "")
	server, err := start.Run(context.Background(), flags, flags["etcd-servers"], prefix, false)
	if err != nil {
		return TestServer{}, err
	}
	if err := createNamespaces(server.Config); err != nil {
		server.Stop()
		return TestServer{}, err
	}
	opts := options.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	opts.RecommendedOptions.Etcd.StorageConfig.Prefix = prefix
	opts.RecommendedOptions.Etcd.StorageConfig.Transport.ServerList = flags["etcd-servers"]
	config := restclient.CopyConfig(server.Config)
	return TestServer{ClientConfig: config, ServerOpts: opts, TmpDir: server.Dir, TearDownFn: server.Stop}, nil
}

// createNamespaces creates those of the tests: the server in the test's process has no namespaces, and
// accepts objects in all.
func createNamespaces(config *restclient.Config) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	for _, name := range []string{"not-the-default", "namespace-1", "namespace-2", "test", "whitespace-cabundle"} {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if _, err := client.CoreV1().Namespaces().Create(context.Background(), namespace, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
