import { expect, test } from 'vitest'
import { delegationRoom } from '../../../delegation/src/room.ts'
import { describeStatements, titlesIn } from '../__fixtures__/describe-statements.ts'

const own = 'packages/delegation/src'
const inRooms = 'packages/cli/src/room'
const works = `${inRooms}/delegation-room.test.ts`
const lives = `${inRooms}/delegation-life.test.ts`
const links = `${own}/link/link-access.test.ts`
const admits = `${own}/run/admit-delegation.test.ts`
const gates = `${own}/gate/judge-work.test.ts`
const judged = `${inRooms}/quality-gates.test.ts`
const handed = 'packages/agents/src/conversation/follow-handoffs.test.ts'

const toolOf = (name: string) => delegationRoom.tools?.find((tool) => tool.name === name)

test('a statement is guarded by tests and rows of their tables, and not by comments, skipped tests and other words', () => {
  const source = `
    test('runs', () => undefined)
    test.each([
      ['a row', 1],
      [
        'a long row',
        2,
      ],
    ])('does %s', () => undefined)
    // test('is gone', () => undefined)
    test.skip('is skipped', () => undefined)
    expect('is said').toBe('is said')
  `
  expect([...titlesIn(source)].toSorted()).toEqual(['a long row', 'a row', 'does %s', 'runs'])
})

describeStatements('delegation', [
  [
    'The target works as itself: with the prompt and the context files of its own agent.',
    works,
    'an agent gives work to a linked one, which works as itself, and reads its report',
  ],
  ['The target has the model of its own agent.', lives, 'the target answers with the model of its own'],
  [
    'The caller of a sync delegation waits for the report.',
    works,
    'an agent gives work to a linked one, which works as itself, and reads its report',
  ],
  [
    'The caller of an async one goes on, and the result arrives as a message from the delegation.',
    works,
    'an async result arrives as one message from the delegation',
  ],
  [
    'A running one can be cancelled by its id.',
    lives,
    'one that runs is listed and cancelled by its source, and moves to the history',
  ],
  [
    'Those that run can be listed.',
    lives,
    'one that runs is listed and cancelled by its source, and moves to the history',
  ],
  [
    'Past ones stay in a history.',
    lives,
    'one that runs is listed and cancelled by its source, and moves to the history',
  ],
  ['Nobody delegates without a link.', works, 'without a link'],
  ['A link leads one way.', works, 'against the direction of a link'],
  ['A link may lead both ways.', links, 'leads back if it has both directions'],
  ['A link limits how many delegations along it may be open.', admits, 'is full for one agent alone'],
  ['A target limits how many may be open to it from everywhere.', admits, 'is full, in words that a model can act on'],
  ['The refusal says how full the agent is and what else to do.', admits, 'is full, in words that a model can act on'],
  [
    'The limits hold over all processes.',
    `${own}/run/delegation-store.test.ts`,
    'that begin at once in two processes never exceed the limits of the link and of the target',
  ],
  [
    'Three may be open along a link and five to a target where nothing is said.',
    async () => {
      expect(delegationRoom.builtIn).toMatchObject({ maxConcurrent: 3, maxLoad: 5 })
    },
  ],
  ['A link may be for some users only.', links, 'no user beside its list'],
  ['A link may be closed to some users.', links, 'no denied user'],
  ['A denied user is denied, even if also allowed.', links, 'no user who is allowed and denied'],
  ['A link whose settings cannot be read is closed.', links, 'nobody if its settings are malformed'],
  ['No agent delegates to itself.', admits, 'leads not to its own agent'],
  ['No chain of delegations leads back to an agent further up.', works, 'a circle is refused with its path'],
  [
    'No chain over teams leads back either.',
    `${inRooms}/teams-story.test.ts`,
    'a task that would lead back to an agent further up is refused with the circle',
  ],
  [
    'A delegation ends at its deadline.',
    lives,
    'one that takes too long ends at its deadline, and the source reads that',
  ],
  [
    'The quality gates of the source judge before anybody is told.',
    works,
    'work goes back to the target until the gates of the source pass it, and before anybody is told',
  ],
  [
    'Agents are found by the words of their names and descriptions.',
    `${own}/tools/search-tool.test.ts`,
    'agents are found by words of their names and descriptions',
  ],
  [
    'Agents are found by meaning.',
    `${own}/tools/search-tool.test.ts`,
    'agents are found by meaning where no word matches, and those ahead in both ways are ahead',
  ],
  [
    'The search is a mix of both.',
    `${own}/tools/search-tool.test.ts`,
    'agents are found by meaning where no word matches, and those ahead in both ways are ahead',
  ],
  [
    'A search without meaning still finds, and says what is missing.',
    `${own}/tools/search-tool.test.ts`,
    'a search whose embedding model fails says so, and finds by words',
  ],
  [
    'The prompt names up to fifteen targets with their descriptions, and says how to search beyond that.',
    `${own}/link/delegation-document.test.ts`,
    'DELEGATION.md names up to fifteen agents, and then says how to search',
  ],
  ['The generated document is in the prompt.', works, 'DELEGATION.md names the agents, and a search finds them'],
  [
    'Files of a user stand in front of those of the agent, which are there otherwise.',
    'packages/core/src/virtual/layered-documents.property.test.ts',
    'the documents of a user over the shared ones behave as two layers, whatever happens in which order',
  ],
  [
    'To spawn a named agent is a delegation under the same rules.',
    lives,
    'to spawn a child that is an agent is one, under the same rules',
  ],
  [
    'A lead gives work to its members without a link.',
    lives,
    'a lead gives work to its members without a link, and agent.list names those whom an agent may give work to',
  ],
  [
    'An agent sees whom it may give work to.',
    lives,
    'a lead gives work to its members without a link, and agent.list names those whom an agent may give work to',
  ],
  ['Depth counts over delegations and children alike.', lives, 'they count for the depth of a tree like children'],
  [
    'The target cannot do what the link or the mode of the source forbids.',
    works,
    'the target cannot do what its link or the mode of the source forbids',
  ],
  [
    'Delegations of one user are hidden from another.',
    'packages/gateway/src/resources/delegation-routes.test.ts',
    'delegations of one user are neither listed nor read nor cancelled by another, and operators see all',
  ],
  [
    'To give work away changes nothing outside: no permission is asked for it.',
    () => {
      expect(toolOf('agent.delegate')).toMatchObject({ permission: 'readonly', tags: ['agent'] })
    },
  ],
])

describeStatements('the evaluate loop', [
  [
    'One agent works and another one judges by the criteria, round by round.',
    `${own}/run/evaluate-loop.test.ts`,
    'work is revised with the feedback until it is approved',
  ],
  [
    'An answer that begins with the word of approval ends the loop, in any case of letters.',
    `${own}/gate/read-verdict.test.ts`,
    '  approved. Well done.',
  ],
  ['A rejection carries its feedback behind the word.', `${own}/gate/read-verdict.test.ts`, 'REJECTED: too long'],
  [
    'The feedback is in the next orders of the one who works.',
    `${own}/run/evaluate-loop.test.ts`,
    'work is revised with the feedback until it is approved',
  ],
  [
    'Other answers are feedback as a whole.',
    `${own}/run/evaluate-loop.test.ts`,
    'an answer that is neither of the two words is feedback as a whole',
  ],
  [
    'There are three rounds where nothing is said.',
    lives,
    'an evaluate loop of which nothing is said ends after three rounds, as not approved',
  ],
  [
    'There are never more than five.',
    lives,
    'an evaluate loop needs a link to both, has at most five rounds, and names the round in which an agent fails',
  ],
  [
    'The outcome says if the work was approved, after how many rounds, with which feedback, and the work.',
    `${own}/run/evaluate-loop.test.ts`,
    'the rounds end without an approval, with the last work and the last feedback',
  ],
  [
    'Nobody judges its own work.',
    `${inRooms}/team-reports.test.ts`,
    'an agent judges its own work in an evaluate loop',
  ],
  [
    'Both agents need a link.',
    lives,
    'an evaluate loop needs a link to both, has at most five rounds, and names the round in which an agent fails',
  ],
  [
    'A round whose agent fails ends the loop, and is named.',
    lives,
    'an evaluate loop needs a link to both, has at most five rounds, and names the round in which an agent fails',
  ],
  [
    'Each round is two delegations that are waited for, and no gate judges inside.',
    works,
    'an evaluate loop revises until the evaluator approves, and no gate judges inside it',
  ],
])

describeStatements('a handoff', [
  [
    'The other agent answers from now on.',
    handed,
    'the other agent speaks at once after the run that handed the person over',
  ],
  [
    'The agent that was there first hears the person no more.',
    handed,
    'a message of a person reaches the agent that answers now, once, and not the one that was there first',
  ],
  [
    'It lasts until it is cleared, and the other agent can clear it.',
    works,
    'a handed over person is answered by the other agent, also after a restart, until it hands back',
  ],
  [
    'It survives a restart, and a later message reaches the new agent once.',
    works,
    'a handed over person is answered by the other agent, also after a restart, until it hands back',
  ],
  [
    'The other agent has a session of its own.',
    lives,
    'a handoff needs a link, leaves its context behind if it is told to, and is recorded with its reason',
  ],
  [
    'The other agent knows the conversation so far.',
    works,
    'a handed over person is answered by the other agent, also after a restart, until it hands back',
  ],
  [
    'It does not if the first one says so.',
    lives,
    'a handoff needs a link, leaves its context behind if it is told to, and is recorded with its reason',
  ],
  [
    'It needs a link.',
    lives,
    'a handoff needs a link, leaves its context behind if it is told to, and is recorded with its reason',
  ],
  [
    'It is an event with both agents, the place and the reason.',
    lives,
    'a handoff needs a link, leaves its context behind if it is told to, and is recorded with its reason',
  ],
  [
    'To clear it needs no other word.',
    `${inRooms}/team-reports.test.ts`,
    'a handoff cannot be taken back without the name of an agent',
  ],
  ['Only a run with a person hands one over.', works, 'a run that works for another one hands nobody over'],
  [
    'It changes who answers, so it is judged like a change.',
    () => {
      expect(toolOf('agent.handoff')).toMatchObject({ permission: 'write' })
    },
  ],
  [
    'Results for the first agent stay with it.',
    handed,
    'a message of another agent stays with the agent that it was for',
  ],
])

describeStatements('quality gates', [
  [
    'A program passes work with exit code 0.',
    `${own}/gate/command-judge.test.ts`,
    'a program passes work with exit code 0, whatever it prints',
  ],
  [
    'It reads the work from its standard input, and its standard error is the feedback.',
    `${own}/gate/command-judge.test.ts`,
    'a program reads the work and what it is about, and says on standard error why it does not pass',
  ],
  [
    'A reviewer answers with one of two words.',
    `${own}/gate/read-verdict.test.ts`,
    'the answer %j of a reviewer is read',
  ],
  [
    'They judge delegations.',
    works,
    'work goes back to the target until the gates of the source pass it, and before anybody is told',
  ],
  ['They judge tasks of teams.', judged, 'sends the result of a task back with its feedback until it passes'],
  ['They judge replies.', judged, 'holds a reply back until it passes, so that nobody reads the drafts'],
  [
    'No way of handing a task in goes round them.',
    judged,
    'cannot be gone round by a member that completes its task itself, or puts it into review',
  ],
  ['Work that does not pass goes back with the feedback.', gates, 'goes back with the feedback until it passes'],
  [
    'It goes back as often as the gate allows, and is reported as not passed then.',
    gates,
    'goes back as often as the gate allows, and is told as not passed then',
  ],
  ['A gate that does not block only says so.', gates, 'that a gate only watches does not go back'],
  ['A gate that fails itself has not passed the work.', gates, 'counts as failed'],
  ['The operator can have it pass the work.', gates, 'passes if the operator says so'],
  ['A gate that hangs ends at its time limit, as failed.', `${own}/gate/command-judge.test.ts`, 'hangs'],
  ['A gate that crashes has failed.', `${own}/gate/command-judge.test.ts`, 'is killed'],
  ['A gate that prints nonsense has failed.', `${own}/gate/command-judge.test.ts`, 'prints what is not text'],
  ['A reviewer that says neither word has failed.', judged, 'is a reviewer that talks of the weather'],
  [
    'The work of a reviewer is not judged, however deep it is.',
    works,
    'what a reviewer gives to others is not judged again',
  ],
  [
    'The work inside an evaluate loop is not judged.',
    works,
    'an evaluate loop revises until the evaluator approves, and no gate judges inside it',
  ],
  [
    'What a gate itself begins is not judged.',
    judged,
    'has a reviewer judge a reply, whose own replies no gate judges',
  ],
  [
    'A restart gives a gate no more retries.',
    'packages/teams/src/board/judge-result.test.ts',
    'a restart does not give a gate its retries again: the record counts them',
  ],
])
