// Runs the OTLP receiver of the OpenTelemetry Collector over HTTP, and prints each received batch as a line of OTLP JSON:
// {"traces":...} or {"metrics":...}. The first line is {"ready":true}. Ends with its standard input.
// Usage: otlp HOST:PORT
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(address string) error {
	ctx := context.Background()
	printer := &printer{}
	traces, err := consumer.NewTraces(func(_ context.Context, received ptrace.Traces) error {
		text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(received)
		return printer.print("traces", text, err)
	})
	if err != nil {
		return err
	}
	metrics, err := consumer.NewMetrics(func(_ context.Context, received pmetric.Metrics) error {
		text, err := (&pmetric.JSONMarshaler{}).MarshalMetrics(received)
		return printer.print("metrics", text, err)
	})
	if err != nil {
		return err
	}
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	protocols := map[string]any{"http": map[string]any{"endpoint": address}}
	if err := confmap.NewFromStringMap(map[string]any{"protocols": protocols}).Unmarshal(config); err != nil {
		return err
	}
	settings := receiver.Settings{
		ID:                component.NewID(factory.Type()),
		TelemetrySettings: componenttest.NewNopTelemetrySettings(),
	}
	// Both signals share one server.
	ofTraces, err := factory.CreateTraces(ctx, settings, config, traces)
	if err != nil {
		return err
	}
	ofMetrics, err := factory.CreateMetrics(ctx, settings, config, metrics)
	if err != nil {
		return err
	}
	for _, each := range []component.Component{ofTraces, ofMetrics} {
		if err := each.Start(ctx, componenttest.NewNopHost()); err != nil {
			return err
		}
	}
	if err := printer.print("ready", []byte("true"), nil); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

type printer struct {
	writing sync.Mutex
}

func (p *printer) print(name string, text []byte, err error) error {
	if err != nil {
		return err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	_, err = fmt.Printf("{%q:%s}\n", name, text)
	return err
}
