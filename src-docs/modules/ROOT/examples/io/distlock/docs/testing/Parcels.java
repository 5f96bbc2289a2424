// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.testing;

import org.springframework.stereotype.Component;

/**
 * The work that is done under a lock.
 */
@Component
public class Parcels {

	/**
	 * Pack a parcel.
	 * @param order for which order
	 */
	public void pack(long order) {
		// not shown
	}

}
