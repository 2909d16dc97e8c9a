const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size for people: `1 byte`, `512 bytes`, `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
