/** The instructions of a skill entered a conversation. */
export interface SkillLoaded {
  readonly type: 'skill.loaded'
  readonly name: string
  /** The tier that it was found in. */
  readonly tier: string
  /** The version of a published skill. */
  readonly version?: number
  /** SHA-256 of the text that the model read, hex. */
  readonly hash: string
  /** The call that loaded it. */
  readonly toolCallId: string
}
