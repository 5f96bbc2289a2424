// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import io.distlock.line.internal.HeldPlaces;

/**
 * Collaborators shared by a provider and its contenders.
 *
 * @param store the store
 * @param sessions the sessions of this process
 * @param lines creates and removes queue entries
 * @param foreign detects foreign keys
 * @param numbers the numbers of permits
 * @param held the entries of holders
 */
record LineParts(LineStore store, Sessions sessions, Lines lines, ForeignKeys foreign, PermitNumbers numbers,
		HeldPlaces<SessionPlace> held) {

}
