// SPDX-License-Identifier: Apache-2.0

// Command kube-controller-manager is Kubernetes' own, built from its module: one suite starts it with the
// garbage collector alone, which the embedded server's has to agree with.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	os.Exit(cli.Run(app.NewControllerManagerCommand()))
}
