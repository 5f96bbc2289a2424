// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.queue;

/**
 * The text of the statements that wake the next node where the one that was woken makes
 * no use of it. The parameters of each are the key and the last token under which that
 * node was woken.
 *
 * @param table the table with the locks
 * @param free wakes the next one if the lock is free, or has permits left
 * @param isTogether finds a row if several hold the lock, and a woken node has not come
 * @param together wakes the next one of those who may hold the lock together
 * @since 0.1.0
 */
public record PassSql(String table, String free, String isTogether, String together) {

}
