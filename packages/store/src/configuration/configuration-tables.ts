/** The layer of the configuration that is kept in the database. */
export interface ConfigurationTables {
  readonly configuration: {
    /** The keys from the section down, as a JSON list. */
    readonly path: string
    /** JSON. */
    readonly value: string
    /** The account that set it. */
    readonly set_by: string
    /** Milliseconds since the Unix epoch. */
    readonly set_at: number
  }
  readonly configuration_state: { readonly id: 1; readonly revision: number }
}
