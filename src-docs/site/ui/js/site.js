'use strict'

const root = document.documentElement

function isDark () {
  const chosen = root.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

document.querySelector('button.theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch (e) {
    // it lasts for this page only
  }
})

const menu = document.querySelector('button.menu')
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(document.body.classList.toggle('open')))
})

const current = document.querySelector('nav.pages [aria-current]')
if (current) current.scrollIntoView({ block: 'center' })

const headings = document.querySelectorAll('article .sect1 > h2[id], article .sect2 > h3[id]')
const toc = document.querySelector('aside.toc')
if (toc && headings.length > 1) {
  toc.append(Object.assign(document.createElement('h2'), { textContent: 'On this page' }))
  for (const heading of headings) {
    const link = document.createElement('a')
    link.href = '#' + heading.id
    link.className = heading.localName
    link.textContent = heading.textContent
    toc.append(link)
  }
}

for (const code of document.querySelectorAll('pre.highlight code[data-lang]')) {
  if (hljs.getLanguage(code.dataset.lang)) hljs.highlightElement(code)
}
