// Sets the theme before anything is painted. A file, because the page's policy allows no script in the page itself.
{
  const chosen = localStorage.getItem('drawbridge.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
