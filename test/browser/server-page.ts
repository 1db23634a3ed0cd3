/** Starts the worker, and shows what it returned. */
const worker = new Worker('/worker.js', { type: 'module' });

function show(state: string, text: string): void {
  document.body.textContent = text;
  document.body.dataset['state'] = state;
}

worker.onmessage = ({ data }: MessageEvent<unknown>) => show('done', JSON.stringify(data));
worker.onerror = ({ message }) => show('failed', message);
