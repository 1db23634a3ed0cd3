// Evaluates expressions and alerts with the engine of Prometheus, and validates dashboards with the schema of Grafana.
// Reads a request as JSON from standard input, and writes the answer as JSON to standard output.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/rules"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

type request struct {
	// Expressions to parse.
	Expressions []string `json:"expressions"`
	// Dashboards to validate.
	Dashboards []json.RawMessage `json:"dashboards"`
	// The groups of alerts, as the spec of a PrometheusRule.
	Rules json.RawMessage `json:"rules"`
	Cases []testCase      `json:"cases"`
}

// testCase has the samples of a time that starts at 0.
type testCase struct {
	// Series in the notation of promtool, such as "a 0+1x10", with a sample every IntervalSeconds.
	IntervalSeconds int64    `json:"intervalSeconds"`
	Series          []string `json:"series"`
	// Pages in the text format, with labels of their own.
	Pages []page `json:"pages"`
	// The names of the evaluated alerts; all of them if it is empty.
	Alerts []string `json:"alerts"`
	// The expressions that are evaluated at each of the seconds At.
	Queries []string `json:"queries"`
	At      []int64  `json:"at"`
}

type page struct {
	AtSeconds int64             `json:"atSeconds"`
	Labels    map[string]string `json:"labels"`
	Text      string            `json:"text"`
}

type answer struct {
	Expressions []parsed     `json:"expressions"`
	Dashboards  []string     `json:"dashboards"`
	Rules       []string     `json:"rules"`
	Cases       []caseAnswer `json:"cases"`
}

type parsed struct {
	Error     string     `json:"error,omitempty"`
	Selectors []selector `json:"selectors"`
	// The labels of aggregations.
	Grouping []string `json:"grouping"`
}

type selector struct {
	Metric string   `json:"metric"`
	Labels []string `json:"labels"`
}

// caseAnswer has an entry for each of the seconds At.
type caseAnswer struct {
	Error string `json:"error,omitempty"`
	// The firing alerts.
	Firing [][]alert `json:"firing"`
	// The results of each query.
	Results [][][]sample `json:"results"`
}

type alert struct {
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
}

type sample struct {
	Labels map[string]string `json:"labels"`
	// A text, because JSON has no NaN.
	Value string `json:"value"`
}

var promQL = parser.NewParser(parser.Options{})

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	groups, problems := groupsOf(asked.Rules)
	result := answer{Expressions: []parsed{}, Dashboards: []string{}, Rules: problems, Cases: []caseAnswer{}}
	for _, each := range asked.Expressions {
		result.Expressions = append(result.Expressions, parse(each))
	}
	plugins.RegisterDefaultPlugins()
	for _, each := range asked.Dashboards {
		result.Dashboards = append(result.Dashboards, validate(each))
	}
	for _, each := range asked.Cases {
		found, err := evaluate(each, groups)
		if err != nil {
			found.Error = err.Error()
		}
		result.Cases = append(result.Cases, found)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func groupsOf(text json.RawMessage) (*rulefmt.RuleGroups, []string) {
	problems := []string{}
	if len(text) == 0 {
		return &rulefmt.RuleGroups{}, problems
	}
	groups, errs := rulefmt.Parse(text, false, model.UTF8Validation, promQL, nothing)
	for _, err := range errs {
		problems = append(problems, err.Error())
	}
	return groups, problems
}

var nothing = slog.New(slog.NewTextHandler(io.Discard, nil))

func parse(text string) parsed {
	result := parsed{Selectors: []selector{}, Grouping: []string{}}
	expression, err := promQL.ParseExpr(text)
	if err != nil {
		result.Error = err.Error()
		return result
	}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		switch each := node.(type) {
		case *parser.AggregateExpr:
			result.Grouping = append(result.Grouping, each.Grouping...)
		case *parser.VectorSelector:
			found := selector{Metric: each.Name, Labels: []string{}}
			for _, matcher := range each.LabelMatchers {
				if matcher.Name != model.MetricNameLabel {
					found.Labels = append(found.Labels, matcher.Name)
				}
			}
			result.Selectors = append(result.Selectors, found)
		}
		return nil
	})
	return result
}

func validate(text json.RawMessage) string {
	var found dashboard.Dashboard
	if err := found.UnmarshalJSONStrict(text); err != nil {
		return err.Error()
	}
	if err := found.Validate(); err != nil {
		return err.Error()
	}
	return ""
}

func evaluate(asked testCase, groups *rulefmt.RuleGroups) (caseAnswer, error) {
	result := caseAnswer{Firing: [][]alert{}, Results: [][][]sample{}}
	series, err := seriesOf(asked)
	if err != nil {
		return result, err
	}
	engine := promql.NewEngine(promql.EngineOpts{
		Logger: nothing, MaxSamples: 10_000_000, Timeout: time.Minute, EnableAtModifier: true, EnableNegativeOffset: true,
		Parser: promQL,
	})
	queryable := series.queryable()
	query := rules.EngineQueryFunc(engine, queryable)
	active := alertsOf(groups, asked.Alerts)
	ctx := context.Background()
	next := int64(0)
	for _, at := range asked.At {
		for ; next <= at; next += asked.IntervalSeconds {
			for _, rule := range active {
				if _, err := rule.Eval(ctx, 0, time.Unix(next, 0).UTC(), query, nil, 0); err != nil {
					return result, fmt.Errorf("%s: %w", rule.Name(), err)
				}
			}
		}
		firing := []alert{}
		for _, rule := range active {
			for _, each := range rule.ActiveAlerts() {
				if each.State == rules.StateFiring {
					firing = append(firing, alert{Labels: each.Labels.Map(), Annotations: each.Annotations.Map()})
				}
			}
		}
		result.Firing = append(result.Firing, firing)
		results := [][]sample{}
		for _, text := range asked.Queries {
			vector, err := query(ctx, text, time.Unix(at, 0).UTC())
			if err != nil {
				return result, fmt.Errorf("%s: %w", text, err)
			}
			found := []sample{}
			for _, each := range vector {
				found = append(found, sample{Labels: each.Metric.Map(), Value: fmt.Sprint(each.F)})
			}
			results = append(results, found)
		}
		result.Results = append(result.Results, results)
	}
	return result, nil
}

func alertsOf(groups *rulefmt.RuleGroups, names []string) []*rules.AlertingRule {
	found := []*rules.AlertingRule{}
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			if len(names) > 0 && !slices.Contains(names, rule.Alert) {
				continue
			}
			expression, err := promQL.ParseExpr(rule.Expr)
			if err != nil {
				continue // groupsOf has reported it
			}
			found = append(found, rules.NewAlertingRule(rule.Alert, expression, time.Duration(rule.For), 0,
				labels.FromMap(rule.Labels), labels.FromMap(rule.Annotations), labels.EmptyLabels(), "", true, nothing))
		}
	}
	return found
}

// memory has the samples of series by their labels.
type memory struct {
	order   []labels.Labels
	samples map[uint64][]chunks.Sample
}

func seriesOf(asked testCase) (*memory, error) {
	found := &memory{samples: map[uint64][]chunks.Sample{}}
	for _, text := range asked.Series {
		names, values, err := promQL.ParseSeriesDesc(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		for index, value := range values {
			if !value.Omitted {
				found.add(names, point{int64(index) * asked.IntervalSeconds * 1000, value.Value})
			}
		}
	}
	for _, each := range asked.Pages {
		if err := found.addPage(each); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (m *memory) add(names labels.Labels, sample point) {
	hash := names.Hash()
	if _, isKnown := m.samples[hash]; !isKnown {
		m.order = append(m.order, names)
	}
	m.samples[hash] = append(m.samples[hash], sample)
}

func (m *memory) addPage(each page) error {
	lines, err := textparse.New([]byte(each.Text), "text/plain", nil, textparse.ParserOptions{})
	if err != nil {
		return err
	}
	for {
		entry, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var names labels.Labels
		lines.Labels(&names)
		_, _, value := lines.Series()
		all := labels.NewBuilder(names)
		for name, text := range each.Labels {
			all.Set(name, text)
		}
		m.add(all.Labels(), point{each.AtSeconds * 1000, value})
	}
}

func (m *memory) queryable() storage.Queryable {
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			selected := &seriesSet{index: -1}
			for _, names := range m.order {
				isSelected := !slices.ContainsFunc(matchers, func(matcher *labels.Matcher) bool {
					return !matcher.Matches(names.Get(matcher.Name))
				})
				if isSelected {
					selected.series = append(selected.series, storage.NewListSeries(names, m.samples[names.Hash()]))
				}
			}
			return selected
		},
	}}
}

type seriesSet struct {
	series []storage.Series
	index  int
}

func (s *seriesSet) Next() bool                      { s.index++; return s.index < len(s.series) }
func (s *seriesSet) At() storage.Series              { return s.series[s.index] }
func (*seriesSet) Err() error                        { return nil }
func (*seriesSet) Warnings() annotations.Annotations { return nil }

type point struct {
	milliseconds int64
	value        float64
}

func (p point) T() int64                    { return p.milliseconds }
func (point) ST() int64                     { return 0 }
func (p point) F() float64                  { return p.value }
func (point) H() *histogram.Histogram       { return nil }
func (point) FH() *histogram.FloatHistogram { return nil }
func (point) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (p point) Copy() chunks.Sample         { return p }
