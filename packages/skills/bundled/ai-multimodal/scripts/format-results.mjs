/** Renders the results of a batch. Each has `file`, and `text` or `error`. */
export function formatResults(results, format) {
  switch (format) {
    case 'json':
      return `${JSON.stringify(results, undefined, 2)}\n`
    case 'csv':
      return `${['file,text,error', ...results.map(({ file, text = '', error = '' }) => [file, text, error].map(cell).join(','))].join('\r\n')}\r\n`
    case 'markdown':
      return results.map(({ file, text, error }) => `## ${file}\n\n${text ?? `Failed: ${error}`}\n`).join('\n')
    default:
      return results
        .map(({ file, text, error }) => `${results.length > 1 ? `${file}:\n` : ''}${text ?? `Failed: ${error}`}\n`)
        .join('\n')
  }
}

/** A cell that spreadsheets do not take for a formula. */
function cell(value) {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
