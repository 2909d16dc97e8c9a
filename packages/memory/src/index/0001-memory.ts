import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ kind, text, json, integer, time, bytes, counter }) => [
  // Documents of agents that have no kept folder. Nobody is '': a document of all users, or of no project.
  `create table memory_notes (
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    path ${text} not null,
    hash ${text} not null,
    modified_at ${time} not null,
    content ${text} not null,
    primary key (agent_id, user_id, project, path)
  )`,
  // Changes are seen without reading the texts.
  'create index memory_notes_state on memory_notes (agent_id, user_id, project, path, hash)',
  'create index memory_documents_state on memory_documents (agent_id, user_id, path, hash)',
  // A document without a row is trusted.
  `create table memory_labels (
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    path ${text} not null,
    trust ${text} not null check (trust in ('trusted', 'untrusted')),
    source ${text} not null,
    primary key (agent_id, user_id, project, path)
  )`,
  `create table memory_partitions (
    id ${counter},
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    version ${integer} not null,
    chunks ${integer} not null,
    words ${integer} not null,
    unique (agent_id, user_id, project)
  )`,
  `create table memory_indexed (
    partition ${integer} not null,
    origin ${text} not null check (origin in ('file', 'note')),
    path ${text} not null,
    state ${text} not null,
    primary key (partition, origin, path)
  )`,
  `create table memory_chunks (
    id ${counter},
    partition ${integer} not null,
    origin ${text} not null,
    path ${text} not null,
    headings ${json} not null,
    first_line ${integer} not null,
    last_line ${integer} not null,
    text ${text} not null,
    text_hash ${text} not null,
    trust ${text} not null,
    source ${text} not null,
    modified_at ${time} not null,
    words ${text} not null,
    counts ${text} not null,
    length ${integer} not null
  )`,
  'create index memory_chunks_document on memory_chunks (partition, origin, path)',
  `create table memory_frequencies (
    partition ${integer} not null,
    word ${text} not null,
    chunks ${integer} not null,
    primary key (partition, word)
  )`,
  `create table memory_vectors (
    model ${text} not null,
    text_hash ${text} not null,
    vector ${bytes} not null,
    primary key (model, text_hash)
  )`,
  ...(kind === 'sqlite' ? fullTextOfSqlite : fullTextOfPostgres),
]

/** The words are analysed already: this index only splits them at spaces. */
const fullTextOfSqlite = [
  `create virtual table memory_words using fts5(
    words, content = 'memory_chunks', content_rowid = 'id', detail = 'none', tokenize = "ascii tokenchars '-_./:@$~='"
  )`,
  `create trigger memory_chunks_added after insert on memory_chunks begin
    insert into memory_words (rowid, words) values (new.id, new.words);
  end`,
  `create trigger memory_chunks_removed after delete on memory_chunks begin
    insert into memory_words (memory_words, rowid, words) values ('delete', old.id, old.words);
  end`,
]

const fullTextOfPostgres = [`create index memory_chunks_words on memory_chunks using gin (string_to_array(words, ' '))`]
