import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSourceParser } from '../parse/create-source-parser.ts'
import { languageOf } from './index.ts'

const parser = createSourceParser()

async function factsOf(file: string) {
  const text = readFileSync(join(import.meta.dirname, '__fixtures__', `${file}.txt`), 'utf8')
  const facts = await parser.parse(text, languageOf(file)?.id ?? '')
  if (facts === undefined) throw new Error(`${file} was not parsed in time.`)
  return facts
}

/** Each symbol as `+` if exported, its place in the tree, its line, its kind and its declaration. */
const expected: Readonly<Record<string, { readonly symbols: readonly string[]; readonly imports: readonly string[] }>> =
  {
    'sample.c': {
      symbols: [
        '+ node_t 2 type: typedef struct node { int v; struct node *next; } node_t',
        '+ list 3 struct: struct list',
        '- count 4 function: static int count(const struct list *l)',
        '+ main 5 function: int main(int argc, char **argv)',
      ],
      imports: ['a.h'],
    },
    'sample.cpp': {
      symbols: [
        '+ MAXX 3 macro: #define MAXX',
        '+ ns 4 module: namespace ns',
        '+ ns/Foo 5 class: class Foo : public Bar',
        '+ Foo/get 5 method: int get() const',
        '+ Foo/set 5 method: void set(int a)',
        '+ ns/S 6 struct: struct S',
        '+ ns/Color 7 enum: enum class Color',
        '+ ns/S_t 8 type: typedef struct S S_t',
        '+ ns/V 9 type: using V',
        '+ ns/make 10 function: int* make(int a)',
        '+ ns/get 11 function: int Foo::get() const',
        '- helper 13 function: static int helper(void)',
      ],
      imports: ['b/c.h', 'vector'],
    },
    'sample.cs': {
      symbols: [
        '- App.Core 2 module: namespace App.Core',
        '+ App.Core/IShape 3 interface: public interface IShape',
        '+ IShape/Area 3 method: double Area()',
        '+ App.Core/Point 4 class: public record Point(int X, int Y)',
        '+ App.Core/Circle 5 class: public class Circle : IShape',
        '+ Circle/Radius 6 property: public double Radius',
        '+ Circle/Circle 7 method: public Circle(double r)',
        '+ Circle/Area 8 method: public double Area()',
        '- Circle/Hide 9 method: private static void Hide()',
        '+ App.Core/Color 11 enum: public enum Color',
      ],
      imports: [],
    },
    'sample.go': {
      symbols: [
        '+ Max 8 constant: const Max',
        '+ A 11 constant: A',
        '- b 12 constant: b',
        '- store 15 constant: var store',
        '+ Point 17 struct: type Point struct',
        '+ Shape 19 interface: type Shape interface',
        '+ ID 23 type: type ID',
        '+ Move 25 method: func (p *Point) Move(dx int) (int, error)',
        '- helper 27 function: func helper()',
      ],
      imports: ['fmt', 'example.com/mod/pkg'],
    },
    'sample.java': {
      symbols: [
        '+ A 4 class: public class A<T> extends D implements I',
        '+ A/A 6 method: public A(int x)',
        '+ A/toString 7 method: @Override public String toString()',
        '- A/K 8 enum: enum K',
        '- I 10 interface: interface I',
        '- I/go 10 method: void go(int a)',
        '- R 11 class: record R(int a)',
      ],
      imports: ['a.c.D', 'a.c.E.f'],
    },
    'sample.js': {
      symbols: [
        '- fs 1 constant: fs',
        '- x 1 constant: x',
        '+ Foo 3 class: export default class Foo',
        '- Foo/#a 3 method: static #a()',
        '+ Foo/b 3 method: get b()',
        '+ go 4 function: export const go = async (a, b)',
        '- Bar 5 class: class Bar extends Foo',
        '- Bar/constructor 5 method: constructor()',
        '- gen 6 function: function* gen()',
      ],
      imports: ['fs', './y.js'],
    },
    'sample.php': {
      symbols: [
        '+ LIMIT 6 constant: const LIMIT',
        '+ HasName 7 interface: interface HasName',
        '+ HasName/name 7 method: public function name(): string',
        '+ User 8 class: abstract class User extends Model implements HasName',
        '+ User/name 10 method: public function name(): string',
        '- User/hidden 11 method: private function hidden()',
        '+ helper 13 function: function helper($a)',
        '+ T 14 trait: trait T',
      ],
      imports: ['App\\Base\\Model', 'Str', 'Arr', './helpers.php'],
    },
    'sample.py': {
      symbols: [
        '+ LIMIT 4 constant: LIMIT',
        '+ Stack 5 class: class Stack(Base)',
        '+ Stack/push 7 method: def push(self, item: int) -> None',
        '- Stack/_size 11 method: def _size(self)',
        '+ main 12 function: async def main()',
      ],
      imports: ['os', 'sys', '.pkg', '.pkg.one', '.pkg.two', 'a.b', 'a.b.c'],
    },
    'sample.rb': {
      symbols: [
        '+ Outer 3 module: module Outer',
        '+ Outer/Inner 4 class: class Inner < Base',
        '+ Inner/initialize 5 method: def initialize(a, b = 1)',
        '+ Inner/build 8 method: def self.build',
      ],
      imports: ['json', './lib/b'],
    },
    'sample.rs': {
      symbols: [
        '+ P 4 struct: pub struct P',
        '+ E 5 enum: pub enum E',
        '+ T 6 trait: pub trait T',
        '+ T/area 6 method: fn area(&self) -> f64',
        '- P 7 implementation: impl T for P',
        '- P/area 7 method: fn area(&self) -> f64',
        '+ m 8 module: pub mod m',
        '+ m/f 8 function: pub fn f()',
        '- mm 9 macro: macro_rules! mm',
        '+ N 10 constant: pub const N: usize',
        '- private_one 11 function: fn private_one<T: Clone>(a: T) -> T where T: Copy',
      ],
      imports: ['crate::a::b', 'crate::a::c::self', 'crate::a::c::D', 'super::x', 'mod inner'],
    },
    'sample.sh': {
      symbols: ['+ build 4 function: function build', '+ run_all 5 function: run_all()'],
      imports: ['./lib/common.sh', '././other.sh'],
    },
    'sample.ts': {
      symbols: [
        '+ token 5 constant: export const token',
        '+ walk 8 function: export async function* walk<T>( from: T, to: T, ): AsyncGenerator<T>',
        '+ Hidden 16 class: class Hidden',
        '+ Hidden/constructor 18 method: constructor(private readonly name: string)',
        '+ Hidden/size 19 method: get size(): number',
      ],
      imports: ['./b.ts', '../c.js'],
    },
    'sample.tsx': {
      symbols: [
        '- lazy 3 function: const lazy = ()',
        "+ Local 4 function: function Local<T>({ a, b = 'x' }: { a: T; b?: string }): JSX.Element",
        '+ P 5 interface: export interface P<T> extends Q',
        '+ P/run 5 method: run(x: number): void',
        '+ U 6 type: export type U',
        '+ C 7 class: export abstract class C<T>',
        '+ C/go 7 method: abstract go(): void',
        '+ C/make 7 method: static make(): C<string>',
        '+ E 8 enum: export enum E',
        '- over 9 function: function over(a: string): void',
        '+ SECRET 10 constant: export const SECRET',
        '- N 11 module: namespace N',
        '+ N/f 11 function: export function f()',
        '+ long 13 function: export function long…',
      ],
      imports: ['@x/y', './b', './lazy'],
    },
  }

test.each(Object.keys(expected))('the symbols and imports of %s are found', async (file) => {
  const { symbols, imports, hasErrors } = await factsOf(file)
  const lines = symbols.map(({ line, kind, signature, name, isExported, parent }) => {
    return `${isExported ? '+' : '-'} ${parent === undefined ? '' : `${symbols[parent]?.name}/`}${name} ${line} ${kind}: ${signature}`
  })
  expect({ symbols: lines, imports, hasErrors }).toEqual({ ...expected[file], hasErrors: false })
})

test('a file that only looks like a language has none', () => {
  for (const path of ['README.md', 'src.ts/data.json', 'ts', '.py', 'a.ts.bak'])
    expect(languageOf(path)).toBeUndefined()
  expect(languageOf('A.TSX')?.id).toBe('tsx')
})
