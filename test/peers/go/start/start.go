// SPDX-License-Identifier: Apache-2.0

// Package start runs the kube-apiserver of KUBEBUILDER_ASSETS as a process: the suites of Kubernetes
// start the server inside the test's own process, which no other server can replace.
package start

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// Server is a running kube-apiserver.
type Server struct {
	// Config is that of the user whom the server in the test's process has too.
	Config *rest.Config
	// Dir has the files of the server. Stop removes it.
	Dir string
	// Port is the port of the server.
	Port int

	command *exec.Cmd
	ended   chan struct{}
	once    sync.Once
}

// Flags are those of a server by name. A flag may occur several times.
type Flags map[string][]string

// Set replaces the values of a flag.
func (f Flags) Set(name string, values ...string) { f[name] = values }

// Parse adds the flags of a command line. They replace the values that f had before.
func (f Flags) Parse(args []string) error {
	given := Flags{}
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		if !isFlag {
			return fmt.Errorf("%q is no flag", args[i])
		}
		name, value, isAssigned := strings.Cut(name, "=")
		switch {
		case isAssigned:
		case i+1 < len(args) && !strings.HasPrefix(args[i+1], "--"):
			i++
			value = args[i]
		default:
			value = "true"
		}
		given[name] = append(given[name], value)
	}
	for name, values := range given {
		f[name] = values
	}
	return nil
}

// Changed adds the flags whose values differ from those that the same flags have in before.
func (f Flags) Changed(before, after *pflag.FlagSet) {
	after.VisitAll(func(flag *pflag.Flag) {
		known := before.Lookup(flag.Name)
		if known == nil || known.Value.String() == flag.Value.String() {
			return
		}
		if list, isList := flag.Value.(pflag.SliceValue); isList {
			f.Set(flag.Name, strings.Join(list.GetSlice(), ","))
			return
		}
		f.Set(flag.Name, strings.Trim(flag.Value.String(), "[]"))
	})
}

// featureGates returns the gates that the test has set in its own process.
func featureGates() []string {
	var changed []string
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		if isEnabled := utilfeature.DefaultFeatureGate.Enabled(name); isEnabled != spec.Default {
			changed = append(changed, fmt.Sprintf("%s=%t", name, isEnabled))
		}
	}
	return changed
}

// Run starts a server and waits until it is ready. EtcdServers and prefix are where it stores.
func Run(ctx context.Context, flags Flags, etcdServers []string, prefix string, skipReady bool) (*Server, error) {
	dir, err := os.MkdirTemp("", "vmgen-peers-")
	if err != nil {
		return nil, err
	}
	server := &Server{Dir: dir, ended: make(chan struct{})}
	token, err := server.prepare(flags, etcdServers, prefix)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	if err := server.launch(flags); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	if err := server.wait(ctx, token, skipReady); err != nil {
		server.Stop()
		return nil, err
	}
	return server, nil
}

func (s *Server) prepare(flags Flags, etcdServers []string, prefix string) (token string, err error) {
	port, err := freePort()
	if err != nil {
		return "", err
	}
	s.Port = port
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	token = hex.EncodeToString(random)
	defaults := Flags{
		"bind-address":                            {"127.0.0.1"},
		"secure-port":                             {strconv.Itoa(port)},
		"cert-dir":                                {s.Dir},
		"etcd-servers":                            {strings.Join(etcdServers, ",")},
		"etcd-prefix":                             {prefix},
		"endpoint-reconciler-type":                {"none"},
		"service-cluster-ip-range":                {"10.0.0.0/24"},
		"service-account-issuer":                  {"https://foo.bar.example.com"},
		"service-account-key-file":                {filepath.Join(s.Dir, "sa.key")},
		"service-account-signing-key-file":        {filepath.Join(s.Dir, "sa.key")},
		"shutdown-watch-termination-grace-period": {"1s"},
	}
	for name, values := range defaults {
		if _, isSet := flags[name]; !isSet {
			flags[name] = values
		}
	}
	if gates := featureGates(); len(gates) > 0 {
		flags.Set("feature-gates", append(flags["feature-gates"], gates...)...)
	}
	key, err := signingKey()
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "sa.key"), key, 0o600); err != nil {
		return "", err
	}
	return token, s.addToken(flags, token)
}

// addToken writes a token file with the user of the test, and those of the file that the test has.
func (s *Server) addToken(flags Flags, token string) error {
	line := token + `,system:apiserver,,"system:masters"` + "\n"
	if files := flags["token-auth-file"]; len(files) > 0 {
		others, err := os.ReadFile(files[len(files)-1])
		if err != nil {
			return err
		}
		line += string(others)
	}
	file := filepath.Join(s.Dir, "tokens.csv")
	flags.Set("token-auth-file", file)
	return os.WriteFile(file, []byte(line), 0o600)
}

func (s *Server) launch(flags Flags) error {
	assets := os.Getenv("KUBEBUILDER_ASSETS")
	if assets == "" {
		return fmt.Errorf("KUBEBUILDER_ASSETS is not set")
	}
	var args []string
	for name, values := range flags {
		for _, value := range values {
			args = append(args, "--"+name+"="+value)
		}
	}
	output, err := os.Create(filepath.Join(s.Dir, "output"))
	if err != nil {
		return err
	}
	defer output.Close()
	s.command = exec.Command(filepath.Join(assets, "kube-apiserver"), args...)
	s.command.Stdout, s.command.Stderr = output, output
	if err := s.command.Start(); err != nil {
		return err
	}
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	return nil
}

func (s *Server) wait(ctx context.Context, token string, skipReady bool) error {
	deadline := time.Now().Add(time.Minute)
	for {
		ca, err := os.ReadFile(filepath.Join(s.Dir, "apiserver.crt"))
		if err == nil && len(ca) > 0 {
			s.Config = &rest.Config{
				Host:            fmt.Sprintf("https://127.0.0.1:%d", s.Port),
				BearerToken:     token,
				TLSClientConfig: rest.TLSClientConfig{CAData: ca},
				QPS:             1000,
				Burst:           10000,
			}
			if skipReady || s.isReady(ctx) {
				return nil
			}
		}
		select {
		case <-s.ended:
			return fmt.Errorf("kube-apiserver ended: %s", s.lastOutput())
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("kube-apiserver is not ready after a minute: %s", s.lastOutput())
		}
	}
}

func (s *Server) isReady(ctx context.Context) bool {
	client, err := kubernetes.NewForConfig(s.Config)
	if err != nil {
		return false
	}
	for _, path := range []string{"/healthz", "/api/v1/namespaces/default", "/api/v1/namespaces/kube-system"} {
		if err := client.Discovery().RESTClient().Get().AbsPath(path).Do(ctx).Error(); err != nil {
			return false
		}
	}
	return true
}

func (s *Server) lastOutput() string {
	text, _ := os.ReadFile(filepath.Join(s.Dir, "output"))
	if len(text) > 2000 {
		text = text[len(text)-2000:]
	}
	return string(bytes.TrimSpace(text))
}

// Stop ends the process and removes its files. Further calls do nothing.
func (s *Server) Stop() {
	s.once.Do(func() {
		_ = s.command.Process.Signal(syscall.SIGTERM)
		select {
		case <-s.ended:
		case <-time.After(5 * time.Second):
			_ = s.command.Process.Kill()
			<-s.ended
		}
		_ = os.RemoveAll(s.Dir)
	})
}

func signingKey() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), nil
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
