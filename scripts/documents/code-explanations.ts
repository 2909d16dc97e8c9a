import type { DrawbridgeErrorCode, OutcomeCode } from '@drawbridge/core'

/** The cause of an error and the way out, for the page that lists all of them. */
export interface Explained {
  readonly cause: string
  readonly wayOut: string
}

/** Every code of an outcome, in the order in which a call can get it. */
export const outcomeExplanations: Readonly<Record<OutcomeCode, Explained>> = {
  invalid_call: {
    cause: 'The call has no shape that can be read: broken or truncated JSON, no name.',
    wayOut: 'Send `{"name", "arguments"}` again; a model reads the position of the mistake in the message.',
  },
  too_many_parameters: {
    cause: 'The arguments have more members or bytes, or are nested deeper, than `limits.arguments` allows.',
    wayOut: "Split the call, or raise the limit in the operator's file ([limits](limits.md)).",
  },
  unknown_tool: {
    cause: 'No tool has this name.',
    wayOut: 'Use a name of `drawbridge tools`; the message lists the nearest ones.',
  },
  tool_not_available: {
    cause: 'The tool exists, but not for this run: a list, a mode, a role or a missing service removed it.',
    wayOut: '`drawbridge policy tools` shows the step that removed it.',
  },
  validation_error: {
    cause: 'The arguments do not fit the schema of the tool, or its own check refused them.',
    wayOut: 'Correct the fields that the message names ([tools](tools.md)).',
  },
  invalid_target: {
    cause: 'A path, command or host cannot be resolved, or can never be used in this way.',
    wayOut: 'Follow the message: it names the target and the tool to use instead, if there is one.',
  },
  rate_limited: {
    cause: 'Too many calls at once or in a short time.',
    wayOut: 'Wait as long as the message says, or change `limits` ([limits](limits.md)).',
  },
  denied_by_hook: {
    cause: 'A hook denied the call, or failed.',
    wayOut: 'The message names the hook and its reason; `drawbridge explain` runs no hooks ([hooks](hooks.md)).',
  },
  denied_by_policy: {
    cause: 'A rule, a built-in default or a mode denies the call.',
    wayOut: 'The message names the rule; `drawbridge explain TOOL JSON` shows every step ([policy](policy.md)).',
  },
  denied_by_user: {
    cause: 'A person, or an approver of the program, said no.',
    wayOut: 'Do something else. The same call asks the same question again.',
  },
  approval_timeout: {
    cause: 'Nobody answered in time.',
    wayOut: 'Answer with `drawbridge approvals ask` and call again; `approvals.waitSeconds` sets the wait.',
  },
  approval_unavailable: {
    cause: 'The call needs approval and nobody can be asked: no terminal, no approver, or the mode `non-interactive`.',
    wayOut: 'Allow it by a rule, or give it an approver: `--approve`, a client with forms, or `authority.approvers`.',
  },
  approval_void: {
    cause: 'The call, a script that it runs, or the policy changed after the question was asked.',
    wayOut: 'Call again: a new question shows what is there now.',
  },
  timeout: {
    cause: 'The call reached its time limit. A write may have happened in part; the result has the output until then.',
    wayOut: 'Give the call more time (`timeout_seconds`), start it in the background, or raise `limits.timeouts`.',
  },
  aborted: {
    cause: 'The run, the turn or this call was aborted by its caller, or a person chose `abort`.',
    wayOut: 'Open another run to continue.',
  },
  internal_error: {
    cause: 'A defect in a tool: it threw, or returned a value that does not fit its output schema.',
    wayOut: 'Fix the tool. Its message, with secrets removed, is in the record: `drawbridge sessions show`.',
  },
  interrupted: {
    cause: 'The process died while the call ran. It is unknown if the call did its work.',
    wayOut: 'Look at what is there before you repeat it ([store](store.md#after-a-crash)).',
  },
  not_started_after_failed_write: {
    cause: 'An earlier write of the same model turn failed, so the later ones were not begun.',
    wayOut: 'Correct the earlier call, then make this one again.',
  },
  file_not_found: {
    cause: 'The path does not exist.',
    wayOut: 'Use one of the similar names in the message, or list the folder.',
  },
  not_a_file: {
    cause: 'The path is a device, pipe or socket, or its content is not text where text is needed.',
    wayOut: 'Use another file, or a program that reads this kind.',
  },
  is_a_directory: {
    cause: 'The path is a folder.',
    wayOut: 'List it, name a file in it, or set `recursive` to delete it.',
  },
  path_conflict: {
    cause: 'Something else is at the path, or both paths are the same place.',
    wayOut: 'Allow replacing it (`overwrite`), or choose another name.',
  },
  path_outside_roots: {
    cause: 'The real path, after links, is outside the workspace and the roots, and nobody allowed it.',
    wayOut: 'Work inside the workspace, or add the folder to `permissions.readRoots` or `permissions.writeRoots`.',
  },
  text_not_found: {
    cause: 'The text to replace is not in the file.',
    wayOut: 'Use the nearest lines that the message shows.',
  },
  ambiguous_edit: {
    cause: 'The text to replace is there several times.',
    wayOut: 'Add lines around it, or replace all.',
  },
  patch_apply_failed: {
    cause: 'A part of a patch does not fit the file. Nothing was changed.',
    wayOut: 'Read the file again and make a new patch.',
  },
  stale_file: {
    cause: 'The file or program changed since it was read or checked.',
    wayOut: 'Read it again, then call again.',
  },
  redacted_content: {
    cause: 'The content has a marker such as `[REDACTED]` in place of a secret, and would overwrite the secret.',
    wayOut: 'Edit only the other lines with `fs.edit`.',
  },
  memory_readonly: {
    cause: 'A child run would change the memory of an agent.',
    wayOut: 'Let the main run do it ([agents](agents.md)).',
  },
  file_too_large: { cause: 'A file, body or output is larger than the tool takes.', wayOut: 'Read a part of it.' },
  invalid_pattern: {
    cause: 'A glob or regular expression has a mistake.',
    wayOut: 'Correct it at the position in the message.',
  },
  command_not_found: {
    cause: 'The program is not on the search path.',
    wayOut: 'Install it, or give its path. In a sandbox: `drawbridge sandbox explain`.',
  },
  command_failed: {
    cause: 'The program ended with an exit code other than 0, or by a signal.',
    wayOut: 'Read its output, which is in the result.',
  },
  sandbox_unavailable: {
    cause: 'The configuration requires a sandbox that cannot be made here. Nothing ran.',
    wayOut: '`drawbridge doctor` says what is missing ([sandboxes](sandbox.md)).',
  },
  blocked_address: {
    cause: 'The URL leads to an internal or special address, or to a host that the operator denies.',
    wayOut: "List an internal host in `network.internal` of the operator's file.",
  },
  network_error: {
    cause: 'No connection, no such host, or a broken answer.',
    wayOut: 'Try again later; `drawbridge net check` judges a URL.',
  },
  http_error: { cause: 'The server answered with an error status.', wayOut: 'Read the status and body in the result.' },
  server_error: {
    cause: 'The tool of an MCP server reported an error, or the server refused the request.',
    wayOut: 'Read its words in the result, which are not instructions; correct the arguments.',
  },
  server_unavailable: {
    cause: 'An MCP server is not connected: it does not start or answer, or it needs a login.',
    wayOut: 'Read the reason in the message or in `servers.status`; other servers are not affected.',
  },
  outcome_unknown: {
    cause: 'The connection to an MCP server broke after the call was sent, and the call may change something.',
    wayOut: 'Look at what the call was to change before you send it again.',
  },
  quota_exceeded: {
    cause: 'The files of an agent and user, or the processes of a session, have reached their limit.',
    wayOut: 'Delete what is no longer needed, or end a process.',
  },
  store_unavailable: {
    cause: 'The database cannot record the call, or cannot count its limits. Nothing ran.',
    wayOut: '`drawbridge doctor` names the reason ([store](store.md)).',
  },
}

/** Every code of a `DrawbridgeError`. */
export const errorExplanations: Readonly<Record<DrawbridgeErrorCode, Explained>> = {
  duplicate_tool: { cause: 'Two tools have the same name.', wayOut: 'Rename one.' },
  invalid_tool: {
    cause: 'A part of a tool has a value or a schema that cannot be used.',
    wayOut: 'Correct the part that the message names ([library](library.md#definetool)).',
  },
  invalid_tool_name: {
    cause: 'The name of a tool is not `group.tool` in small letters, digits, `_` and `-`.',
    wayOut: 'Rename it.',
  },
  schema_not_lowerable: {
    cause: 'A family of providers has no form for the schema of a tool, or refuses its name.',
    wayOut: 'Change the schema at the place that the message names, or hide the tool from these models.',
  },
  name_clash: { cause: 'Two tools would have the same name in a dialect.', wayOut: 'Rename one.' },
  unknown_group: { cause: 'A list names a group that no tool is in.', wayOut: 'Use a group of the message.' },
  invalid_option: {
    cause: 'An option of the program cannot be used, or what it names does not exist.',
    wayOut: 'Correct the option that the message names.',
  },
  invalid_configuration: {
    cause: 'A configuration file or stored setting has a mistake. Nothing of it is applied.',
    wayOut: '`drawbridge policy check FILE` lists every mistake with its line.',
  },
  sandbox_unavailable: {
    cause: 'The configuration requires a sandbox that cannot be made here.',
    wayOut: '`drawbridge doctor` says what is missing ([sandboxes](sandbox.md)).',
  },
  unexpected_call: {
    cause: 'A scripted model or approver of a test was asked for more than its script has.',
    wayOut: 'Add a step, or find out why the code asks again.',
  },
  unconsumed_steps: {
    cause: 'A scripted model or approver of a test has steps left.',
    wayOut: 'Remove them, or find out why the code stopped early.',
  },
  store_unavailable: {
    cause: 'The database cannot be reached, is locked, or ended the transaction.',
    wayOut: 'Follow the message; `drawbridge doctor` looks at it.',
  },
  store_full: {
    cause: 'The disk of the database is full, or too much waits to be recorded.',
    wayOut: 'Free some space.',
  },
  store_read_only: {
    cause: 'The database cannot be written.',
    wayOut: 'Make the file and its folder writable, or name the primary server.',
  },
  store_corrupt: {
    cause: 'The database, a key or a backup is damaged.',
    wayOut: 'Restore a backup: `drawbridge restore FOLDER`.',
  },
  store_incompatible: {
    cause: 'The database or backup was made by a newer Drawbridge or for another purpose, or its server is too old.',
    wayOut: 'Update Drawbridge or the server, or name another database.',
  },
  unsupported_runtime: {
    cause: 'This version of Node is too old.',
    wayOut: 'Install the version that the message names, or a newer one.',
  },
}

/** The exit codes of the command line, by their names in `packages/cli/src/command-line/exit-code.ts`. */
export const exitExplanations: Readonly<Record<string, Explained>> = {
  ok: { cause: 'The command did what it says.', wayOut: '' },
  failed: {
    cause: 'A call failed, a check found something, or the home or its store cannot be used.',
    wayOut: 'Read the last lines of standard error, or `code` and `message` with `--json`.',
  },
  usage: {
    cause: 'The command line, a setting or a configuration file has a mistake. Nothing ran.',
    wayOut: 'The message names the word; `--help` lists what the command accepts.',
  },
  denied: {
    cause: 'The policy, a hook or a person denied the call, or nobody could be asked.',
    wayOut: 'See the code of the outcome below.',
  },
  cancelled: { cause: 'The call was cancelled, or the command was interrupted by Ctrl-C.', wayOut: 'Run it again.' },
  budget: {
    cause: 'The run of an agent reached a limit: model requests, tokens, cost or time.',
    wayOut: 'Give `drawbridge run` a higher limit, or go on with `--resume` and the session of the result.',
  },
  interrupted: {
    cause: 'The run of an agent was stopped by Ctrl-C or a signal.',
    wayOut: 'Go on with `drawbridge run … --resume` and its session.',
  },
}
