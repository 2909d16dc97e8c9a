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
  readonly configuration_versions: {
    readonly revision: number
    /** All settings after the change, as a JSON list of rows. */
    readonly settings: string
    /** The paths that the change removed or set, as a JSON list. */
    readonly changed: string
    readonly set_by: string
    /** Milliseconds since the Unix epoch. */
    readonly set_at: number
    readonly note: string | null
  }
  readonly policy_drafts: {
    /** The id of the user. */
    readonly owner: string
    /** Grows with each change. */
    readonly edition: number
    /** JSON. */
    readonly content: string
    /** The policy that it was begun with, as JSON. */
    readonly base: string
    readonly note: string | null
    /** The outcome of the last simulation, as JSON. */
    readonly simulation: string | null
    /** Milliseconds since the Unix epoch. */
    readonly updated_at: number
  }
}
