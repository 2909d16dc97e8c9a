/**
 * A column that holds encrypted texts (envelopes). A rotation of keys encrypts every one of them again, so a column that is not
 * declared could never be read again after it.
 */
export interface SealedColumn {
  readonly table: string
  /** Its name begins with `encrypted_` or ends in `envelope`. */
  readonly column: string
  /** The column of text that tells a row from all others. The envelope opens in this row only. */
  readonly key: string
  /** A further column of text that the envelope is bound to. Null counts as empty. */
  readonly boundTo?: string
  /** The column with the id of the key that the envelope needs: `key_id`, or a name that ends in `_key_id`. Default `key_id`. */
  readonly keyId?: string
}

/** The sealed columns of the store itself. */
export const standingSealed: readonly SealedColumn[] = [
  { table: 'config_secrets', column: 'envelope', key: 'name' },
  { table: 'secure_cli_binaries', column: 'encrypted_env', key: 'binary_name', boundTo: 'binary_path' },
]

/** The column with the id of the key. */
export function keyColumnOf({ keyId = 'key_id' }: SealedColumn): string {
  return keyId
}
