// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.LockTemplate;

import org.springframework.web.client.RestClient;

/**
 * Requests that carry the fencing token of a lock.
 */
public class FencedRequests {

	private final LockTemplate lockTemplate;

	private final RestClient stock;

	FencedRequests(LockTemplate lockTemplate, RestClient stock) {
		this.lockTemplate = lockTemplate;
		this.stock = stock;
	}

	// tag::header[]
	public void setUnits(String item, int units) {
		this.lockTemplate.executeWithoutResult("stock:" + item,
				(lock) -> this.stock.put()
					.uri("/stock/{item}", item)
					.header("X-Fencing-Token", Long.toString(lock.fencingToken()))
					.body(Integer.toString(units))
					.retrieve()
					.toBodilessEntity());
	}
	// end::header[]

}
