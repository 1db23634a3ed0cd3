import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore } from './explore.js';
import { forgetful, sitesExplored } from './explored-sites.test.helper.js';
import { violationHtml } from './violation-html.js';

/** The page without its style sheet. */
const pageOf = (...args: Parameters<typeof violationHtml>): string =>
  violationHtml(...args).replace(/<style>[^]*<\/style>/, '<style></style>');

test('a page shows who read, wrote and saw what when', async () => {
  const { violations } = await explore({ ...sitesExplored(forgetful), stopsAtFirst: true });
  assert.equal(
    violations.map((each) => pageOf(each)).join(''),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>step &quot;create&quot;, lost after: patch sites/status default/shop</title>
<style></style>
</head>
<body>
<header>
<h1>Step &quot;create&quot;</h1>
<p class="muted"></p>
</header>
<h2>Plan</h2>
<ol class="list">
<li class="card"><strong>lost after</strong> <code>patch sites/status default/shop</code></li>
</ol>
<h2>Broken promises</h2>
<ul class="list">
<li class="card"><pre>dns differs:
<span class="good">    - .shop: &quot;10.0.0.1&quot;</span></pre></li>
</ul>
<h2>Timeline</h2>
<div class="card tablecard">
<table>
<thead><tr><th scope="col">Seconds</th><th scope="col">user</th><th scope="col">operator 1</th><th scope="col">server</th></tr></thead>
<tbody>
<tr><th scope="row">0.000</th><td data-label="user">create</td><td></td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td></td><td data-label="server" class="change">adds Site default shop</td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="seen">sees Site default shop added</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td></td><td data-label="server" class="change">changes Site default shop</td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1">patch sites default/shop: 200</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td></td><td data-label="server" class="change">adds ConfigMap default shop</td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1">apply configmaps default/shop: 201</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td></td><td data-label="server" class="change">changes Site default shop</td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="fault">patch sites/status default/shop: executed, and the connection is lost</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="read">get sites default/shop</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1">a reconcile of default/shop fails: socket hang up</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="seen">sees Site default shop modified</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="seen">sees Site default shop modified</td><td></td></tr>
<tr><th scope="row">0.000</th><td></td><td data-label="operator 1" class="seen">sees ConfigMap default shop added</td><td></td></tr>
</tbody>
</table>
</div>
<h2>Replay</h2>
<pre class="card">VMGEN_PLAN=&#39;{&quot;step&quot;:&quot;create&quot;,&quot;faults&quot;:[{&quot;name&quot;:&quot;patch sites/status default/shop&quot;,&quot;occurrence&quot;:1,&quot;fault&quot;:&quot;lost after&quot;}]}&#39;</pre>
</body>
</html>
`,
  );
});

test('a page escapes all text', () => {
  const hostile = `<script>alert("1")</script>'&\u202e`;
  const page = pageOf({
    plan: {
      exploration: hostile,
      step: hostile,
      without: [hostile],
      faults: [{ name: hostile, occurrence: 1, fault: 'late' }],
    },
    problems: [hostile, `differs:\n    - ${hostile}\n    + ${hostile}`],
    timeline: [
      { ms: 0, who: hostile, what: hostile },
      { ms: 0, who: 'server', what: hostile, kind: 'change' },
    ],
    file: hostile,
  });
  assert.doesNotMatch(page, /<script|\u202e|alert\("|'&[^a-z#]/);
  assert.ok(page.split('&lt;script&gt;alert(').length > 12);
  assert.match(page, /&#39;&amp;\\u\{202e\}/);
});
