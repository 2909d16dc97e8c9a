/** Folders of a backup. */
const databaseFolder = 'database'
export const homeFolder = 'home'

/** Returns the path of a table's rows. Table names are our own, but a file name must not depend on that. */
export function tablePath(table: string): string {
  return `${databaseFolder}/${encodeURIComponent(table)}.jsonl`
}

/** Returns true if the path leads to a file below one of the two folders, on every system. */
export function isBackupPath(path: string): boolean {
  const [folder, ...rest] = path.split('/')
  return (folder === databaseFolder || folder === homeFolder) && rest.length > 0 && rest.every(isPlainName)
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name)
}
