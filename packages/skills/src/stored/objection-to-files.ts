import { isSensitiveFile } from '@drawbridge/core/machine'

/** The greatest size of a published skill. */
export const publishedLimits = { files: 500, bytes: 20 * 1024 * 1024 } as const

const rubbish = /(?:^|\/)(?:\.git|node_modules|\.DS_Store|Thumbs\.db|\.env(?:\..*)?)(?:\/|$)/i

/** Returns the reason that a file cannot be published with a skill; undefined if it can. Pure. */
export function objectionToFile(path: string): string | undefined {
  if (rubbish.test(path)) return `${JSON.stringify(path)} does not belong in a skill. Remove it.`
  if (isSensitiveFile(`/${path}`)) return `${JSON.stringify(path)} may hold credentials. Remove it.`
  return undefined
}
