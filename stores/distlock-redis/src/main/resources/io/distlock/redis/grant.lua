-- Grants the lock, with tokens that are greater than its last one and at least the server's clock in microseconds.
-- ARGV: owner, tokens less one, time to live in ms, lease and retention in ms and holder
-- key: of the lock
-- last: the last token of the lock so far
-- since: where the unbroken row of releases begins, between two spaces; nil if here
-- marks: who waits, and what was withdrawn, between two spaces
-- Returns: the last token
local function grant(key, last, since, marks)
  local time = redis.call('TIME')
  local first = time[1] * 1000000 + time[2]
  if last >= first then
    first = last + 1
  end
  last = first + ARGV[2]
  redis.call('SET', key, string.format('%016.0f', last) .. (since or string.format(' %016.0f ', first)) .. ARGV[1] .. marks
    .. ARGV[4], 'PX', ARGV[3])
  return last
end
