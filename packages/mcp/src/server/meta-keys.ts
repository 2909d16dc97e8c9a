/** The keys of data that MCP has no field for. Clients may ignore all of them. */
export const metaKeys = {
  /** On a tool: its canonical name. */
  tool: 'drawbridge/tool',
  /** On a content block: where it comes from, whether its words may steer the agent, who may read it. */
  label: 'drawbridge/label',
  /** On a result: status, code, retryable, toolCallId. */
  outcome: 'drawbridge/outcome',
  /** On a result: the tool's value for programs, where it is not what the content says. */
  data: 'drawbridge/data',
} as const
