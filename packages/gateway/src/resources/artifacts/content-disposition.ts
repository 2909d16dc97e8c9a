/**
 * Returns the value of `Content-Disposition` for a file that is to be saved, never shown. The name may hold anything: it can neither end the
 * header nor name a folder.
 */
export function attachment(name: string): string {
  const plain = name
    .replaceAll(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 150)
  const encoded = encodeURIComponent(plain.toWellFormed()).replaceAll(/['()*!]/g, hexOf)
  return `attachment; filename="download"; filename*=UTF-8''${encoded === '' ? 'download' : encoded}`
}

function hexOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
