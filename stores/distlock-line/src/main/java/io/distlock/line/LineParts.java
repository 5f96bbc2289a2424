// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import io.distlock.line.internal.HeldPlaces;

/**
 * Collaborators that a provider and its contenders share.
 *
 * @param store the store
 * @param sessions the sessions of this process
 * @param lines makes and removes places
 * @param foreign finds keys that are not places
 * @param numbers the numbers of permits
 * @param held the places of holders
 */
record LineParts(LineStore store, Sessions sessions, Lines lines, ForeignKeys foreign, PermitNumbers numbers,
		HeldPlaces<SessionPlace> held) {

}
