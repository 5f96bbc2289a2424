// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.util.Collection;

import io.distlock.provider.Lease;
import io.distlock.provider.RenewalListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A renewal of many leases: a request for each of them, as the service knows no other,
 * some of them at a time. Those that are not answered in a few seconds, or not even sent,
 * are reported as unknown.
 */
final class Renewal {

	/**
	 * Clients have so many connections, and others use them too.
	 */
	private static final int AT_ONCE = 64;

	private final LockBlobs blobs;

	private final RenewalListener outcomes;

	Renewal(LockBlobs blobs, RenewalListener outcomes) {
		this.blobs = blobs;
		this.outcomes = outcomes;
	}

	void start(Collection<Lease> leases) {
		Flux.fromIterable(leases)
			.map((lease) -> new Renewed(lease, this.blobs.blob(lease.key(), lease.owner(), "renew")))
			.collectList()
			.flatMapMany(Flux::fromIterable)
			.flatMap(this::renew, AT_ONCE)
			.subscribe();
	}

	private Mono<Answer> renew(Renewed renewed) {
		return renewed.blob()
			.renewal()
			.doOnNext((answer) -> report(renewed.lease(), answer))
			.onErrorResume((failure) -> {
				this.outcomes.unknown(renewed.lease(), renewed.blob().requests().failed(failure));
				return Mono.empty();
			});
	}

	private void report(Lease lease, Answer answer) {
		if (answer.isDone()) {
			this.outcomes.kept(lease);
		}
		else {
			this.outcomes.lost(lease);
		}
	}

	private record Renewed(Lease lease, LockBlob blob) {

	}

}
