/** Keeps both ends of a command: its parts are shown in full below. */
function shortened(command: string): string {
  return command.length > 120 ? `${command.slice(0, 80)} … ${command.slice(-30)}` : command
}

/** The texts of the inbox and of the card. */
export const inbox = {
  tabs: {
    calls: 'Calls',
    questions: 'Questions',
    access: 'Access requests',
    reviews: 'Reviews',
    decided: 'Decided',
  },
  empty: 'Nothing waits.',
  emptyMore: 'Questions come here when a rule asks about a call.',
  emptyOther: {
    questions: 'No agent asks you anything.',
    access: 'No agent asks for access to a server.',
    reviews: 'No result waits for a review.',
  },
  noneDecided: 'Nothing was decided yet.',
  run: 'run',
  node: 'node',
  session: 'session',
  rule: 'rule',
  hook: 'Hook',
  noAgent: 'agent',
  nobody: 'nobody',
  somebody: 'somebody else',
  thisMachine: 'this machine, without a sandbox',
  ofTurn: (index: number, size: number) => `${index} of ${size} in this turn`,
  waits: (time: string) => `waits ${time}`,
  wantsServer: (who: string, server: string, tools: string | undefined) =>
    `${who} asks for ${tools ?? 'all tools'} of the MCP server ${server}`,
  late: (time: string) => `The agent has gone on. Your answer counts once, if it asks the same again, until ${time}`,
  expired: 'Expired: an answer no longer counts.',
  withdrawn: 'Withdrawn: the run no longer needs an answer.',
  changed: 'The call changed while this was open. This is the new state.',
  incomplete: 'Not all of it is shown here, so it can be allowed once only.',
  deniedBefore: 'The same was denied',
  destroys: 'removes or overwrites what is there',
  kinds: {
    path: 'path',
    command: 'command',
    host: 'host',
    session: 'session',
    agent: 'agent',
    server: 'server',
    dynamic: 'unknown',
    code: 'code',
  },
  hostName: (name: string) => `This name has letters that look like others: ${name}.`,
  mixedLetters: 'It mixes letters of several scripts.',
  foldedLines: (count: string) => `… ${count} lines without marks`,
  wholeLine: 'Whole line',
  argumentsOf: (tool: string) => `Arguments of ${tool}`,
  why: 'Why asked',
  where: 'Where',
  who: 'Who',
  before: 'Before',
  agent: 'Agent',
  runsIn: (place: string) => `Runs in ${place}.`,
  variables: 'Gets the variables',
  userAsked: 'The user last asked:',
  neverAsked: 'The same was not asked before in this session.',
  answered: (answer: string, times: number) => `${answer}: ${times}×, last`,
  agentSays: 'What the agent says (unverified)',
  allowOnce: 'Allow once',
  deny: 'Deny',
  denyWithReason: 'Deny with reason',
  longer: 'More',
  endRun: 'End the run',
  endRunSure: 'This ends the whole run, with everything that it still does.',
  reason: 'The reason, which the agent reads',
  sendDenial: 'Send the denial',
  reply: 'Reply',
  sendReply: 'Send',
  approve: 'Approve',
  choose: (answer: string) => `Choose: ${answer}`,
  notOffered: (answer: string) => `${answer} is not on offer:`,
  wouldCover: (count: number) =>
    count === 0
      ? 'It would have covered none of the last 20 questions.'
      : `Of the last 20 questions it would have covered ${count}:`,
  wouldNot: 'It would not cover:',
  offline: 'Answers cannot be given while there is no connection.',
  unseen: (count: number) =>
    count === 1
      ? 'One marked part has to be seen before this can be allowed.'
      : `${count} marked parts have to be seen before this can be allowed.`,
  alreadySettled: (by: string, answer: string) => `Already decided by ${by}${answer === '' ? '' : `: ${answer}`}.`,
  digestDiffers: 'The call has changed since it was shown. Nothing was answered; look at the new state.',
  settled: (answer: string, by: string, time: string) => `${answer}, by ${by}${time === '' ? '' : `, ${time}`}`,
  answeredPlain: 'Answered',
  denyAll: (count: number) => `Deny all ${count}`,
  allowEach: (count: number) => `Allow once each (${count})`,
  effect: {
    plain: (tool: string, permission: string) =>
      `Calls ${tool}, which ${permission === 'readonly' ? 'only reads' : 'may change something'}.`,
    runsOne: (command: string) => `Runs ${shortened(command)}`,
    runs: (count: number) => `Runs ${count} commands`,
    runsAndDestroys: (runs: string, count: number, worst: string) =>
      `${runs}, ${count === 1 ? 'one of which removes or overwrites' : `${count} of which remove or overwrite`}: ${shortened(worst)}`,
    destroysIt: '(removes or overwrites)',
    verbs: { delete: 'deletes', write: 'writes', list: 'lists', read: 'reads' },
    object: (path: string, isBelow: boolean) => (isBelow ? `everything below ${path}` : path),
    files: (count: number) => `${count} paths`,
    more: (count: number) => `${count} more paths that are not listed here`,
    outside: (count: number) => (count === 0 ? ' outside the workspace' : ` (${count} outside the workspace)`),
    lines: (added: number, removed: number) => `+${added} −${removed} lines`,
    unknown: 'does something that is unknown until it runs',
    fetches: (place: string) => `fetches from ${place}`,
    sends: (place: string) => `sends to ${place}`,
    hosts: (count: number) => `${count} hosts`,
  },
  flow: {
    none: 'Information flow was judged; every value is vouched for.',
    title: (count: number) =>
      count === 1
        ? 'One value decides where this goes, and nobody trusted named it'
        : `${count} values decide where this goes, and nobody trusted named them`,
    vouched: 'Vouched for:',
    from: 'from',
    noOrigin: 'It came from no result: the model made it.',
    by: {
      user: 'your message',
      operator: 'the operator',
      constant: 'a constant',
      grant: 'a grant',
      field: 'a trusted field',
    },
  },
}
