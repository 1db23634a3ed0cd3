// SPDX-License-Identifier: Apache-2.0

package framework

import (
	"context"
	"path"
	"testing"

	"github.com/google/uuid"
	client "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/pkg/controlplane"

	"vmgen.dev/test/peers/start"
)

// TestServerSetup has the changes of a test to its server. A test with ModifyServerConfig is skipped.
type TestServerSetup struct {
	ModifyServerRunOptions func(*options.ServerRunOptions)
	ModifyServerConfig     func(*controlplane.Config)
	DisableInvariantChecks bool
}

// TearDownFunc ends a server.
type TearDownFunc func()

// StartTestServer starts the server of KUBEBUILDER_ASSETS. Options that the test changes become flags.
func StartTestServer(ctx context.Context, t testing.TB, setup TestServerSetup) (client.Interface, *rest.Config, TearDownFunc) {
	if setup.ModifyServerConfig != nil {
		t.Skip("changes the server inside of the test's process")
	}
	flags := start.Flags{"authorization-mode": {"Node,RBAC"}}
	prefix := path.Join("/", uuid.New().String(), "registry")
	if setup.ModifyServerRunOptions != nil {
		opts, before := options.NewServerRunOptions(), options.NewServerRunOptions()
		sets, setsBefore := opts.Flags(), before.Flags()
		setup.ModifyServerRunOptions(opts)
		for name, set := range sets.FlagSets {
			flags.Changed(setsBefore.FlagSets[name], set)
		}
	}
	server, err := start.Run(ctx, flags, []string{GetEtcdURL()}, prefix, false)
	if err != nil {
		t.Fatal(err)
	}
	clientset, err := client.NewForConfig(server.Config)
	if err != nil {
		server.Stop()
		t.Fatal(err)
	}
	return clientset, rest.CopyConfig(server.Config), server.Stop
}
