/** Takes secrets out of what is about to leave. Text and values without any come back as the same object. */
export interface Scrubber {
  scrub(text: string): { readonly text: string; readonly counts: Readonly<Record<string, number>> }
  scrubValue(value: unknown): { readonly value: unknown; readonly counts: Readonly<Record<string, number>> }
}
