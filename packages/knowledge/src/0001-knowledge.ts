import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, integer, time, real, counter }) => [
  // Nobody is '': a graph of all users, or of no project. The time of the last change never goes back.
  `create table knowledge_graphs (
    id ${counter},
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    changed_at ${time} not null,
    unique (agent_id, user_id, project)
  )`,
  `create table knowledge_entities (
    id ${counter},
    graph ${integer} not null,
    trust ${text} not null check (trust in ('trusted', 'untrusted')),
    type ${text} not null,
    key ${text} not null,
    name ${text} not null,
    root ${integer},
    recorded_at ${time} not null,
    unique (graph, trust, type, key)
  )`,
  'create index knowledge_entities_root on knowledge_entities (root)',
  `create table knowledge_merges (
    id ${counter},
    graph ${integer} not null,
    entity ${integer} not null,
    root ${integer} not null,
    made_by ${text} not null,
    reason ${text} not null,
    made_at ${time} not null,
    undone_at ${time}
  )`,
  `create table knowledge_words (
    graph ${integer} not null,
    word ${text} not null,
    entity ${integer} not null,
    primary key (graph, word, entity)
  )`,
  `create table knowledge_relations (
    graph ${integer} not null,
    relation ${text} not null,
    kind ${text} not null check (kind in ('single', 'multi')),
    primary key (graph, relation)
  )`,
  // One row a fact, however often it is stated.
  `create table knowledge_facts (
    id ${counter},
    graph ${integer} not null,
    subject ${integer} not null,
    relation ${text} not null,
    object ${integer} not null,
    unique (graph, subject, relation, object)
  )`,
  'create index knowledge_facts_object on knowledge_facts (graph, object)',
  `create table knowledge_statements (
    id ${counter},
    graph ${integer} not null,
    fact ${integer} not null,
    subject ${integer} not null,
    object ${integer} not null,
    valid_from ${time},
    valid_to ${time},
    source ${text} not null,
    quote ${text} not null,
    confidence ${real} not null,
    recorded_at ${time} not null,
    withdrawn_at ${time}
  )`,
  'create index knowledge_statements_fact on knowledge_statements (fact)',
  'create index knowledge_statements_source on knowledge_statements (graph, source)',
  // Follows from the statements. A row that no longer holds is closed and never changed otherwise.
  `create table knowledge_intervals (
    id ${counter},
    graph ${integer} not null,
    fact ${integer} not null,
    valid_from ${time},
    valid_to ${time},
    state ${text} not null check (state in ('settled', 'conflict')),
    recorded_at ${time} not null,
    retracted_at ${time}
  )`,
  'create index knowledge_intervals_fact on knowledge_intervals (fact)',
]
