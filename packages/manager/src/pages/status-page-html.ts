import { STYLE } from './page-style.js';

// The source of the status page. It is a string and not a file, so that bundles of operators contain it. The script
// receives names and messages of hostile objects: it sets texts and attributes, and never HTML.

/** The script of the page. */
export const SCRIPT = `
'use strict';
(() => {
  const POLL_MS = 2000;
  const SAMPLES = 120;
  const SVG = 'http://www.w3.org/2000/svg';
  const byId = (id) => document.getElementById(id);
  const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  const whole = new Intl.NumberFormat('en');
  let token;

  // Sets texts only, never HTML.
  function el(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }
  function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }
  function setClass(node, name) {
    if (node.className !== name) node.className = name;
  }
  function duration(ms) {
    if (ms < 1000) return number.format(ms) + ' ms';
    if (ms < 120000) return number.format(ms / 1000) + ' s';
    if (ms < 7200000) return Math.round(ms / 60000) + ' min';
    if (ms < 172800000) return Math.round(ms / 3600000) + ' h';
    return Math.round(ms / 86400000) + ' d';
  }
  const ago = (ms) => (ms < 1000 ? 'just now' : duration(ms < 120000 ? Math.round(ms / 1000) * 1000 : ms) + ' ago');
  function size(bytes) {
    if (bytes < 1e3) return bytes + ' B';
    if (bytes < 1e6) return number.format(bytes / 1e3) + ' kB';
    if (bytes < 1e9) return number.format(bytes / 1e6) + ' MB';
    return number.format(bytes / 1e9) + ' GB';
  }
  const perSecond = (value) => number.format(value) + '/s';
  const plural = (count, word) => whole.format(count) + ' ' + word + (count === 1 ? '' : 's');

  // Makes the children of a node equal to items. Known ones are kept, with their focus and state.
  const views = new WeakMap();
  function sync(parent, items, idOf, create) {
    const known = views.get(parent) ?? new Map();
    views.set(parent, known);
    const left = new Map(known);
    items.forEach((item, at) => {
      const id = idOf(item);
      let view = known.get(id);
      if (view === undefined) known.set(id, (view = create(item)));
      left.delete(id);
      view.update(item);
      if (parent.children[at] !== view.root) parent.insertBefore(view.root, parent.children[at] ?? null);
    });
    for (const [id, view] of left) {
      view.root.remove();
      known.delete(id);
    }
  }

  function createPlot(label, format, name, mostLabel = 'maximum ') {
    const value = el('b');
    const [area, line, peak] = ['area', 'line', 'peak'].map((kind) => {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('class', kind);
      path.setAttribute('vector-effect', 'non-scaling-stroke');
      return path;
    });
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 ' + (SAMPLES - 1) + ' 40');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('role', 'img');
    svg.append(area, peak, line);
    const most = el('span');
    const root = el('figure', { class: 'plot ' + name }, el('figcaption', {}, el('span', {}, label), value), svg,
      el('p', { class: 'axis', 'aria-hidden': 'true' }, el('span', {}, '10 min ago'), most, el('span', {}, 'now')));
    return {
      root,
      update(values, peaks = []) {
        const max = Math.max(0, ...values, ...peaks);
        const last = values.findLast((each) => each !== null);
        const shown = last === undefined ? 'no data' : format(last);
        setText(value, shown);
        setText(most, mostLabel + format(max));
        svg.setAttribute('aria-label', label + ' of the last 10 minutes: now ' + shown + ', maximum ' + format(max));
        line.setAttribute('d', linePath(values, max));
        peak.setAttribute('d', linePath(peaks, max));
        area.setAttribute('d', areaPath(values, max));
      },
    };
  }
  // A path for each run of values; a value without a neighbour is a short line.
  function runsOf(values, max) {
    const runs = [];
    let run;
    values.forEach((value, at) => {
      if (value === null) run = undefined;
      else {
        if (run === undefined) runs.push((run = []));
        run.push([SAMPLES - values.length + at, 39 - (max === 0 ? 0 : (value / max) * 37)]);
      }
    });
    for (const each of runs) if (each.length === 1) each.unshift([each[0][0] - 1, each[0][1]]);
    return runs;
  }
  const points = (run) => run.map(([x, y]) => x + ' ' + y.toFixed(2)).join('L');
  const linePath = (values, max) => runsOf(values, max).map((run) => 'M' + points(run)).join('');
  const areaPath = (values, max) =>
    runsOf(values, max).map((run) => 'M' + run[0][0] + ' 40L' + points(run) + 'L' + run.at(-1)[0] + ' 40Z').join('');

  function createController({ name }) {
    const numbers = el('p', { class: 'muted' });
    const plots = {
      rate: createPlot('Reconciles', perSecond, 'rate'),
      latency: createPlot('Mean latency', duration, 'latency', 'slowest (dotted) '),
      queued: createPlot('Queue', (value) => whole.format(value), 'queue'),
      failures: createPlot('Errors', perSecond, 'errors'),
    };
    const root = el('li', { class: 'card' },
      el('div', { class: 'head' }, el('h3', {}, name), numbers),
      el('div', { class: 'plots' }, ...Object.values(plots).map((plot) => plot.root)));
    return {
      root,
      update({ queued, running, workers, reconciles, failures, failing, history }) {
        setText(numbers, [
          running + ' of ' + plural(workers, 'worker') + ' busy',
          whole.format(queued) + ' queued',
          plural(reconciles, 'reconcile'),
          plural(failures, 'error'),
          plural(failing, 'failing object'),
        ].join(' · '));
        plots.rate.update(history.rate);
        plots.latency.update(history.meanMs, history.slowestMs);
        plots.queued.update(history.queued);
        plots.failures.update(history.failureRate);
      },
    };
  }

  function createFailing({ controller, key }) {
    const about = el('span', { class: 'muted' });
    const reason = el('span', { class: 'reason' });
    const timeline = el('ol', { class: 'timeline', 'aria-label': 'Last reconciles, newest first' });
    const details = el('details', {}, el('summary', {}, el('strong', {}, key), about, reason), timeline);
    let latest;
    // Closed timelines are not built, so that many objects cost little.
    const show = () => sync(timeline, details.open ? latest.reconciles : [], (each) => each.number, createReconcile);
    details.addEventListener('toggle', show);
    return {
      root: el('li', {}, details),
      update(object) {
        latest = object;
        setText(about, controller + ' · ' + plural(object.failures, 'failure') + ' in ' + duration(Math.round(object.sinceMs / 1000) * 1000));
        setText(reason, object.reconciles[0]?.error ?? '');
        show();
      },
    };
  }
  function createReconcile({ version, durationMs, error, requests, omitted }) {
    const when = el('span');
    const steps = el('ul', { class: 'steps' });
    const step = (what, text, outcome, style = '') =>
      el('li', {}, el('span', { class: 'muted' }, what), el('code', {}, text), el('span', { class: style }, outcome));
    steps.append(step('Cache', version === undefined ? 'no object' : 'resourceVersion ' + version, ''));
    for (const request of requests) {
      const { method, path, status } = request;
      const answer = (status === 0 ? 'no answer' : status) + ' · ' + duration(request.durationMs);
      const isRead = method === 'GET';
      steps.append(step(isRead ? 'Read' : 'Write', isRead ? path : method + ' ' + path, answer, status > 0 && status < 400 ? 'good' : 'bad'));
    }
    const more = omitted > 0 ? [el('p', { class: 'muted' }, plural(omitted, 'further request'))] : [];
    const root = el('li', {},
      el('p', { class: 'muted' }, when, ' · took ' + duration(durationMs)), steps, ...more,
      el('p', { class: 'bad' }, error));
    return { root, update: ({ agoMs }) => setText(when, ago(agoMs)) };
  }

  function createCache({ name, kind }) {
    const cells = ['Kind', 'Objects', 'JSON', 'State', 'Last event or bookmark', 'Pending writes', 'Version'].map((label) =>
      el('td', { role: 'cell', 'data-label': label }));
    const root = el('tr', { role: 'row' }, el('th', { role: 'rowheader', scope: 'row' }, name), ...cells);
    return {
      root,
      update({ objects, bytes, hasSynced, lagMs, isLate, error, pendingWrites, resourceVersion }) {
        const state = (hasSynced ? (isLate ? 'late' : 'synced') : 'not synced') + (error === undefined ? '' : ': ' + error);
        const lag = lagMs === undefined ? 'never' : ago(lagMs);
        [kind, whole.format(objects), size(bytes), state, lag, whole.format(pendingWrites), resourceVersion || 'none'].forEach((text, at) =>
          setText(cells[at], text));
        setClass(cells[3], hasSynced ? (isLate ? 'late' : 'good') : 'bad');
      },
    };
  }

  function createRecording({ id, controller, key, error, bytes, problem }) {
    const cells = ['Object', 'Error', 'Recorded', 'File'].map((label) => el('td', { role: 'cell', 'data-label': label }));
    const [object, reason, when, file] = cells;
    setText(object, key);
    setText(reason, error);
    if (problem === undefined) {
      const button = el('button', { type: 'button', 'aria-label': 'Download the recording of ' + key }, 'Download');
      const state = el('span', { class: 'muted', role: 'status' }, ' ' + size(bytes));
      button.addEventListener('click', () => void download(id, state));
      file.append(button, state);
    } else setText(file, 'not kept: ' + problem);
    const root = el('tr', { role: 'row' }, el('th', { role: 'rowheader', scope: 'row' }, controller), ...cells);
    return { root, update: ({ agoMs }) => setText(when, ago(agoMs)) };
  }
  // A link would not send the token.
  async function download(id, state) {
    try {
      const response = await fetch('/status/recordings?id=' + id, { headers: headers(), cache: 'no-store' });
      if (response.status === 403) throw new Error('the user of this token may not get /status/recordings');
      if (response.status === 404) throw new Error('it is no longer kept');
      if (!response.ok) throw new Error('status ' + response.status);
      const url = URL.createObjectURL(await response.blob());
      // As in the header of the response, which a link to a blob does not have.
      el('a', { href: url, download: 'recording-' + id + '.json' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
      setText(state, ' downloaded');
    } catch (error) {
      setText(state, ' ' + error.message);
    }
  }
  const headers = () => (token === undefined ? {} : { authorization: 'Bearer ' + token });

  function tile(id, text, style = '') {
    setText(byId(id), text);
    setClass(byId(id), style);
  }
  function show(data) {
    const { controllers, caches, totals } = data;
    document.title = data.name + ' status';
    setText(byId('name'), data.name);
    const { failing, synced } = totals;
    tile('failing-count', whole.format(failing), failing === 0 ? 'good' : 'bad');
    tile('queued', whole.format(totals.queued));
    tile('synced', synced + ' of ' + totals.caches, synced === totals.caches ? 'good' : 'bad');
    const { sharding } = data;
    const role = sharding ? sharding.held.length + ' of ' + plural(sharding.shards, 'shard') : data.isLeader ? 'leader' : 'standby';
    tile('role', data.hasElection ? role : 'no election');
    tile('leader', data.hasElection ? data.leader || 'unknown' : 'not used', 'name');
    tile('identity', data.identity, 'name');
    tile('uptime', duration(data.uptimeMs));
    sync(byId('controllers'), controllers, (each) => each.name, createController);
    const objects = controllers.flatMap((controller) =>
      controller.objects.map((object) => ({
        ...object,
        controller: controller.name,
      })));
    sync(byId('failing'), objects, (each) => each.controller + ' ' + each.key, createFailing);
    setText(byId('failing-text'),
      failing === 0 ? 'No object is failing.'
        : objects.length < failing ? plural(failing, 'object') + '; ' + whole.format(objects.length) + ' are listed.'
          : plural(failing, 'object') + '.');
    const { recordings } = data;
    byId('recordings-section').hidden = recordings === undefined;
    sync(byId('recordings'), recordings ?? [], (each) => each.id, createRecording);
    setText(byId('recordings-text'), recordings?.length > 0
      ? 'Run one with vmgen replay FILE. They contain objects of the cluster.' + (recordings.length < totals.recordings ? ' ' + recordings.length + ' of ' + totals.recordings + ' are listed.' : '')
      : 'No reconcile has failed.');
    sync(byId('caches'), caches, (each) => each.name, createCache);
    const shown = (list, total, what) => list.length < total ? list.length + ' of ' + plural(total, what) + ' are listed.' : '';
    setText(byId('controllers-text'), shown(controllers, totals.controllers, 'controller'));
    setText(byId('caches-text'), shown(caches, totals.caches, 'cache'));
    byId('main').hidden = false;
    byId('login').hidden = true;
  }

  function setState(text, style) {
    setText(byId('state'), text);
    setClass(byId('state'), style);
  }
  function requireToken(status) {
    byId('main').hidden = true;
    byId('login').hidden = false;
    setState(status === 401 ? 'A bearer token is required.' : 'The user of this token may not get /status.', 'late');
  }
  // Returns false if the page must wait for a token.
  async function load() {
    try {
      const response = await fetch('/status/data', { headers: headers(), cache: 'no-store' });
      if (response.status === 401 || response.status === 403) {
        requireToken(response.status);
        return false;
      }
      if (!response.ok) throw new Error('status ' + response.status);
      show(await response.json());
      setState('live', 'good');
    } catch (error) {
      setState('not connected: ' + error.message, 'bad');
    }
    return true;
  }
  let timer;
  async function poll() {
    clearTimeout(timer);
    if (document.hidden || !(await load())) return;
    clearTimeout(timer);
    timer = setTimeout(poll, POLL_MS);
  }
  byId('login').addEventListener('submit', (event) => {
    event.preventDefault();
    token = byId('token').value.trim();
    void poll();
  });
  document.addEventListener('visibilitychange', poll);
  void poll();
})();
`;

/** The page. It contains no data. */
export const STATUS_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Operator status</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1 id="name">Operator</h1>
<p id="state" role="status" class="muted">loading</p>
</header>
<form id="login" hidden>
<label for="token">Bearer token of a user who may get /status, such as the output of
<code>kubectl create token</code>. It is kept until the page is closed.</label>
<input id="token" type="password" autocomplete="off" required>
<button>Show the status</button>
</form>
<main id="main" hidden>
<dl class="tiles">
<div class="card"><dt>Failing objects</dt><dd id="failing-count"></dd></div>
<div class="card"><dt>Queued keys</dt><dd id="queued"></dd></div>
<div class="card"><dt>Synced caches</dt><dd id="synced"></dd></div>
<div class="card"><dt>This replica</dt><dd id="role"></dd></div>
<div class="card"><dt>Running for</dt><dd id="uptime"></dd></div>
<div class="card"><dt>Leader</dt><dd id="leader"></dd></div>
<div class="card"><dt>Identity</dt><dd id="identity"></dd></div>
</dl>
<section aria-labelledby="controllers-heading">
<h2 id="controllers-heading">Controllers</h2>
<p id="controllers-text" class="muted"></p>
<ul id="controllers" class="list"></ul>
</section>
<section aria-labelledby="failing-heading">
<h2 id="failing-heading">Failing objects</h2>
<p id="failing-text" class="muted"></p>
<ul id="failing" class="list"></ul>
</section>
<section id="recordings-section" aria-labelledby="recordings-heading" hidden>
<h2 id="recordings-heading">Recordings of failed reconciles</h2>
<p id="recordings-text" class="muted"></p>
<div class="card tablecard">
<table role="table" aria-labelledby="recordings-heading">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Controller</th><th role="columnheader" scope="col">Object</th><th role="columnheader" scope="col">Error</th><th role="columnheader" scope="col">Recorded</th><th role="columnheader" scope="col">File</th></tr></thead>
<tbody id="recordings" role="rowgroup"></tbody>
</table>
</div>
</section>
<section aria-labelledby="caches-heading">
<h2 id="caches-heading">Caches</h2>
<p id="caches-text" class="muted"></p>
<div class="card tablecard">
<table role="table" aria-labelledby="caches-heading">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Name</th><th role="columnheader" scope="col">Kind</th><th role="columnheader" scope="col">Objects</th><th role="columnheader" scope="col">JSON</th><th role="columnheader" scope="col">State</th><th role="columnheader" scope="col">Last event or bookmark</th><th role="columnheader" scope="col">Pending writes</th><th role="columnheader" scope="col">Version</th></tr></thead>
<tbody id="caches" role="rowgroup"></tbody>
</table>
</div>
</section>
</main>
<noscript><p>This page needs JavaScript. The state is also at /debug/state.</p></noscript>
<script>${SCRIPT}</script>
</body>
</html>
`;
