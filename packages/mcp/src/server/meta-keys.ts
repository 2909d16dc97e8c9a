/** The keys of data that MCP has no field for. Clients may ignore all of them. */
export const metaKeys = {
  /** On a tool: its canonical name. */
  tool: 'drawbridge/tool',
  /** On a content block: its source, whether its words may steer the agent, who may read it. */
  label: 'drawbridge/label',
  /** On a result: status, code, retryable, toolCallId. */
  outcome: 'drawbridge/outcome',
  /** On a result: the tool's value for programs, if it differs from the content. */
  data: 'drawbridge/data',
} as const
