// SPDX-License-Identifier: Apache-2.0

// Package testing has the names of Kubernetes' cmd/kube-apiserver/app/testing, which its integration
// tests import, and starts the server of KUBEBUILDER_ASSETS.
package testing

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storageversion"
	restclient "k8s.io/client-go/rest"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/test/utils/ktesting"

	"vmgen.dev/test/peers/start"
)

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions are the options of a server. Only SkipHealthzCheck and RequestTimeout
// have an effect; a test with StorageVersionWrapFunc is skipped.
type TestServerInstanceOptions struct {
	SkipHealthzCheck       bool
	DisableInvariantChecks bool
	EnableCertAuth         bool
	StorageVersionWrapFunc func(storageversion.Manager) storageversion.Manager
	ProxyCA                *ProxyCA
	BinaryVersion          string
	RequestTimeout         time.Duration
}

// TestServer is a running server.
type TestServer struct {
	ClientConfig      *restclient.Config
	ServerOpts        *options.ServerRunOptions
	TearDownFn        TearDownFunc
	TmpDir            string
	EtcdClient        *clientv3.Client
	EtcdStoragePrefix string
}

// Logger is the part of a test that a server needs.
type Logger interface {
	Helper()
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
	Cleanup(func())
}

// ProxyCA is an authority of proxies.
type ProxyCA struct {
	ProxySigningCert *x509.Certificate
	ProxySigningKey  *rsa.PrivateKey
}

// NewDefaultTestServerOptions returns the options of most tests.
func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{EnableCertAuth: true}
}

// StartTestServer starts a server.
func StartTestServer(t ktesting.TB, instance *TestServerInstanceOptions, args []string, storage *storagebackend.Config) (TestServer, error) {
	if instance == nil {
		instance = NewDefaultTestServerOptions()
	}
	if instance.StorageVersionWrapFunc != nil || instance.BinaryVersion != "" || instance.ProxyCA != nil {
		t.Skip("changes the server inside of the test's process")
	}
	flags := start.Flags{"authorization-mode": {"AlwaysAllow"}}
	if instance.RequestTimeout > 0 {
		flags.Set("request-timeout", instance.RequestTimeout.String())
	}
	if err := flags.Parse(args); err != nil {
		return TestServer{}, err
	}
	server, err := start.Run(context.Background(), flags, storage.Transport.ServerList, storage.Prefix, instance.SkipHealthzCheck)
	if err != nil {
		return TestServer{}, err
	}
	etcd, _, err := GetEtcdClients(storage.Transport)
	if err != nil {
		server.Stop()
		return TestServer{}, err
	}
	opts := options.NewServerRunOptions()
	opts.SecureServing.BindPort = server.Port
	opts.SecureServing.ServerCert.CertDirectory = server.Dir
	opts.Etcd.StorageConfig = *storage
	return TestServer{
		ClientConfig:      restclient.CopyConfig(server.Config),
		ServerOpts:        opts,
		TmpDir:            server.Dir,
		EtcdClient:        etcd,
		EtcdStoragePrefix: storage.Prefix,
		TearDownFn: func() {
			_ = etcd.Close()
			server.Stop()
		},
	}, nil
}

// GetEtcdClients returns clients of etcd.
func GetEtcdClients(transport storagebackend.TransportConfig) (*clientv3.Client, clientv3.KV, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: transport.ServerList, DialTimeout: 20 * time.Second})
	if err != nil {
		return nil, nil, err
	}
	return client, clientv3.NewKV(client), nil
}

// StartTestServerOrDie starts a server, or fails the test.
func StartTestServerOrDie(t ktesting.TB, instance *TestServerInstanceOptions, args []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, instance, args, storage)
	if err != nil {
		t.Fatalf("cannot start the server: %v", err)
	}
	return &server
}
