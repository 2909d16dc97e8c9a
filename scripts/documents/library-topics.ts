/** A part of the library reference: names that belong together, in the order in which a reader meets them. */
interface Topic {
  readonly title: string
  /** Names by the door that hands them out. */
  readonly names: Readonly<Record<string, readonly string[]>>
}

/** The parts of the library reference. A name of `@drawbridge/sdk` that none of them lists comes at the end. */
export const libraryTopics: readonly Topic[] = [
  {
    title: 'Opening',
    names: {
      '@drawbridge/sdk': [
        'createDrawbridge',
        'DrawbridgeOptions',
        'Drawbridge',
        'ToolOptions',
        'AuthorityOptions',
        'ApproverTools',
        'SandboxOptions',
        'ScrubOptions',
      ],
    },
  },
  {
    title: 'Sessions',
    names: {
      '@drawbridge/sdk': [
        'Session',
        'SessionOptions',
        'Principal',
        'Mode',
        'AgentSessionOptions',
        'AgentOptions',
        'InterruptedCall',
      ],
      '@drawbridge/core': ['RunOfSessionOptions'],
    },
  },
  {
    title: 'Runs and turns',
    names: {
      '@drawbridge/sdk': ['Run', 'CallOptions'],
      '@drawbridge/core': ['TurnOutput', 'Explanation', 'Snapshot', 'RunSettings'],
      '@drawbridge/core/limits': ['TurnLimits'],
      '@drawbridge/core/registry': [
        'describeTools',
        'loadTools',
        'DescribedTool',
        'RegisteredTool',
        'ListedTool',
        'HiddenTool',
      ],
    },
  },
  {
    title: 'Outcomes and results',
    names: {
      '@drawbridge/sdk': [
        'Outcome',
        'OkOutcome',
        'FailedOutcome',
        'DeniedOutcome',
        'CancelledOutcome',
        'OutcomeCode',
        'ToolResult',
        'ContentBlock',
        'UnlabelledBlock',
        'Decision',
        'Verdict',
        'Target',
      ],
      '@drawbridge/core': ['ResultMeta', 'Label', 'Trust'],
    },
  },
  {
    title: 'Receipts',
    names: {
      '@drawbridge/core': ['DetachedRun', 'PendingCall', 'PendingReceipt'],
      '@drawbridge/core/approval': ['readReceipt'],
    },
  },
  {
    title: 'Tools',
    names: {
      '@drawbridge/sdk': [
        'defineTool',
        'ToolDefinition',
        'ToolContext',
        'Permission',
        'Risk',
        'DeclaredTarget',
        'toolOutput',
        'ToolOutput',
        'fail',
        'failure',
        'Failure',
        'ToolFault',
      ],
      '@drawbridge/core/registry': ['ToolOutputParts', 'ToolProgress', 'EffectiveAuthority', 'SessionState'],
      '@drawbridge/core/machine': [
        'FileAccess',
        'FileStat',
        'FileEntry',
        'WriteOptions',
        'WriteReceipt',
        'RemoveOptions',
        'WalkOptions',
        'ProcessRunner',
        'ProcessRequest',
        'ProcessResult',
      ],
    },
  },
  {
    title: 'Schemas',
    names: {
      '@drawbridge/core/schema': [
        'ToolSchema',
        'SchemaProfile',
        'openSchema',
        'OpenSchemaOptions',
        'compileToolSchema',
        'CompiledSchema',
        'Problem',
        'Repair',
        'SchemaError',
      ],
    },
  },
  { title: 'Sources of tools', names: { '@drawbridge/sdk': ['ToolSource'] } },
  {
    title: 'Approvers',
    names: {
      '@drawbridge/sdk': [
        'Approver',
        'approveWith',
        'approveEverything',
        'ApprovalRequest',
        'ApprovalDecision',
        'ApprovalAnswer',
      ],
      '@drawbridge/core/approval': [
        'OfferedAnswer',
        'WithheldAnswer',
        'ApprovalPreview',
        'ApprovalPart',
        'createApprovalInbox',
        'ApprovalInbox',
      ],
    },
  },
  {
    title: 'Questioners',
    names: {
      '@drawbridge/core/question': [
        'Questioner',
        'QuestionRequest',
        'QuestionReply',
        'QuestionResult',
        'Question',
        'ChoiceQuestion',
        'QuestionOption',
        'QuestionAnswer',
      ],
    },
  },
  {
    title: 'Hooks',
    names: {
      '@drawbridge/sdk': ['Hooks'],
      '@drawbridge/core/hook': [
        'PreToolUseHook',
        'PermissionRequestHook',
        'PostToolUseHook',
        'SessionStartHook',
        'HookVerdict',
        'HookMatcher',
        'TargetMatcher',
      ],
      '@drawbridge/core/policy': ['CallFacts'],
    },
  },
  {
    title: 'Dialects',
    names: {
      '@drawbridge/core/dialect': [
        'loadDialect',
        'DialectName',
        'dialectForModel',
        'defineDialect',
        'DialectTable',
        'DialectTool',
        'DialectAlias',
        'DialectParameters',
        'RenamedFields',
        'OwnShape',
        'RefusedArguments',
      ],
      '@drawbridge/core/registry': ['Dialect', 'Speech', 'Reading', 'ShownTool'],
    },
  },
  {
    title: 'Schemas as providers accept them',
    names: {
      '@drawbridge/core/lowering': ['lowerTool', 'lowerSchema', 'LoweredSchema', 'SchemaLoss', 'SchemaFamily'],
    },
  },
  {
    title: 'Rooms',
    names: {
      '@drawbridge/sdk': [
        'defineRoom',
        'Room',
        'OpenRoom',
        'ToolRow',
        'RoomSection',
        'RoomCommand',
        'CommandRow',
        'CommandInvocation',
        'CheckRow',
        'Finding',
        'House',
        'HouseGround',
        'RouteRow',
        'roomVersion',
      ],
      '@drawbridge/core/registry': ['defineToolBody', 'ToolBody'],
    },
  },
  {
    title: 'Events',
    names: { '@drawbridge/sdk': ['DrawbridgeEvent'], '@drawbridge/core/event': ['EventLog', 'EventSink'] },
  },
  {
    title: 'Records and replay',
    names: {
      '@drawbridge/sdk/replay': ['replayRecorded', 'ReplayRecordedOptions'],
      '@drawbridge/sdk/store': ['openSessionRecord', 'SessionRecordSources', 'SessionRecord', 'SessionEntry'],
    },
  },
  {
    title: 'Errors',
    names: { '@drawbridge/sdk': ['DrawbridgeError', 'DrawbridgeErrorCode', 'errorMessage'] },
  },
  {
    title: 'Testing',
    names: {
      '@drawbridge/core/testing': [
        'createScriptedModel',
        'ScriptedModel',
        'ScriptedTurn',
        'createScriptedApprover',
        'ScriptedApprover',
        'ApprovalStep',
        'createMemoryMachine',
        'MemoryMachine',
        'createFakeClock',
        'FakeClock',
        'createFakeIds',
        'createMemoryRecorder',
        'MemoryRecorder',
        'testPrincipal',
      ],
    },
  },
]
