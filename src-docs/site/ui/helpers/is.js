'use strict'

module.exports = (one, other) => one === other
