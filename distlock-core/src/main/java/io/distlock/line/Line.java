// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.List;

/**
 * Those who stand in line for a lock, in the order in which they came.
 *
 * @param places the names of their places
 * @param strays those of the places that go with no session, which another application
 * has put
 * @param state the state of the store that this is
 * @since 0.1.0
 */
public record Line(List<String> places, List<String> strays, long state) {

}
