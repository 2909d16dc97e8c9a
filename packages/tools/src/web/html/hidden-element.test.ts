import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

describe('what no reader of a page sees', () => {
  test.each([
    ['<p style="display:none">x</p>'],
    ['<p style="DISPLAY : None !important">x</p>'],
    ['<p style="color:red;visibility:hidden">x</p>'],
    ['<p style="dis/**/play:none">x</p>'],
    ['<p style="d\\69splay:none">x</p>'],
    ['<p style="position:absolute;left:-9999px">x</p>'],
    ['<p style="text-indent:-100em">x</p>'],
    ['<p style="transform:translateX(-200%)">x</p>'],
    ['<p style="font-size:0">x</p>'],
    ['<p style="font-size: 0.01px">x</p>'],
    ['<p style="opacity:0.0">x</p>'],
    ['<p style="height:0;overflow:hidden">x</p>'],
    ['<p style="max-height:0px; overflow-y: clip">x</p>'],
    ['<p style="clip:rect(0,0,0,0)">x</p>'],
    ['<p style="color:transparent">x</p>'],
    ['<p hidden>x</p>'],
    ['<p hidden="until-found">x</p>'],
    ['<p inert>x</p>'],
    ['<p aria-hidden=" TRUE ">x</p>'],
    ['<div hidden><p>x<div>x</div></div>'],
    ['<script>x</script>'],
    ['<style>x</style>'],
    ['<noscript>x</noscript>'],
    ['<template>x</template>'],
    ['<dialog>x</dialog>'],
    ['<textarea>x</textarea>'],
    ['<!-- x -->'],
    ['<!-- x'],
    ['<title>x</title>'],
    ['<svg><text>x</text></svg>'],
  ])('%s is left out', (html) => {
    expect(htmlToMarkdown(`seen ${html}`, 'https://a.example/')).toBe('seen')
  })

  test.each([
    ['<p style="display:block">x</p>'],
    ['<p style="font-size:0.8em">x</p>'],
    ['<p style="opacity:0.5">x</p>'],
    ['<p style="height:0">x</p>'],
    ['<p style="margin-left:-50px">x</p>'],
    ['<p style="left:-10px">x</p>'],
    ['<p style="background-clip:text;color:transparent">x</p>'],
    ['<p aria-hidden="false">x</p>'],
    ['<dialog open>x</dialog>'],
    ['<details><summary>x</summary></details>'],
    ['<p data-hidden="true">x</p>'],
  ])('%s is kept', (html) => {
    expect(htmlToMarkdown(html, 'https://a.example/')).toBe('x')
  })
})
