// SPDX-License-Identifier: Apache-2.0

/**
 * The schedules that were made at run time, as one entry of the job ledger keeps them.
 * <p>
 * Each schedule is a record of that entry, in a slot of its own: so a change is one
 * compare-and-set, the entry's version tells whether anything has changed, and what nodes
 * read again and again is as small as a job's entry. A listing of the store's jobs would
 * cost more, and may be cut short.
 */
@NullMarked
package io.distlock.scheduling.schedule;

import org.jspecify.annotations.NullMarked;
