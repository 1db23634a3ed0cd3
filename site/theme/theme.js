// Runs before the page is painted: the chosen colours, or those of the system.
try {
  const chosen = localStorage.getItem('colours');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser may forbid storage. The colours are then those of the system.
}
