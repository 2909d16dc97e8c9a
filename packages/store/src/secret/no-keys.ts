import type { KeyRing } from './key-ring.ts'

/** A key ring without keys, for values that were encrypted elsewhere: each envelope names the key that it needs. */
export const noKeys: Pick<KeyRing, 'find'> = { find: () => undefined }
