// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.policy.RequestRetryPolicy;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.RenewalListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The blobs of a container: those that are locks, and the signs of those who wait, which
 * count by the clock of the service.
 */
final class LockBlobs {

	static final Duration SIGN_EVERY = Duration.ofSeconds(1);

	/**
	 * Times of the service are whole seconds.
	 */
	private static final long SIGN_COUNTS_FOR = 3;

	/**
	 * Names are of up to 1024 characters.
	 */
	private static final int LONGEST_KEY = 900;

	/**
	 * Clients have so many connections, and others use them too.
	 */
	private static final int AT_ONCE = 64;

	private final LockBlob.StoreClock clock = new LockBlob.StoreClock();

	private final BlobContainerAsyncClient container;

	private final BlobContainerAsyncClient unrepeated;

	LockBlobs(BlobContainerClient container) {
		HttpPipeline pipeline = container.getHttpPipeline();
		HttpPipelinePolicy[] policies = IntStream.range(0, pipeline.getPolicyCount())
			.mapToObj(pipeline::getPolicy)
			.filter((policy) -> !(policy instanceof RequestRetryPolicy || policy instanceof RetryPolicy))
			.toArray(HttpPipelinePolicy[]::new);
		this.container = client(container, pipeline);
		this.unrepeated = client(container,
				new HttpPipelineBuilder().policies(policies).httpClient(pipeline.getHttpClient()).build());
	}

	private static BlobContainerAsyncClient client(BlobContainerClient container, HttpPipeline pipeline) {
		return new BlobContainerClientBuilder().endpoint(container.getBlobContainerUrl())
			.pipeline(pipeline)
			.serviceVersion(container.getServiceVersion())
			.buildAsyncClient();
	}

	/**
	 * Return the blob of a lock for one operation of an owner.
	 * @param verb what is to be done with the lock, for messages
	 */
	LockBlob blob(LockKey key, LockOwner owner, String verb) {
		Requests requests = new Requests("%s '%s'".formatted(verb, key), this.container.getBlobContainerName(),
				System.nanoTime());
		return new LockBlob(this.container.getBlobAsyncClient(name(key)), this.unrepeated.getBlobAsyncClient(name(key)),
				key, owner, requests, this.clock);
	}

	/**
	 * Renew leases: a request for each of them, as the service knows no other, some of
	 * them at a time. Those that are not answered in a few seconds, or not even sent, are
	 * reported as unknown.
	 */
	void renew(Collection<Lease> leases, RenewalListener outcomes) {
		List<Mono<Answer>> renewals = leases.stream().map((lease) -> renewal(lease, outcomes)).toList();
		Flux.fromIterable(renewals).flatMap(Function.identity(), AT_ONCE).subscribe();
	}

	private Mono<Answer> renewal(Lease lease, RenewalListener outcomes) {
		LockBlob blob = blob(lease.key(), lease.owner(), "renew");
		return blob.renewal().doOnNext((answer) -> {
			if (answer.isDone()) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}).onErrorResume((failure) -> {
			outcomes.unknown(lease, blob.requests().failed(failure));
			return Mono.empty();
		});
	}

	/**
	 * Leave a sign that a node waits for a lock.
	 * @return whether it is known to be there
	 */
	boolean sign(LockBlob blob) {
		return blob.requests().isDone(LockBlob.upload(sign(blob.key()), null));
	}

	/**
	 * Return whether a node has left a sign of late.
	 */
	boolean isAwaited(LockBlob blob) {
		Answer found = blob.requests().send(sign(blob.key()).getPropertiesWithResponse(null));
		return found.isDone() && found.seconds() - found.writtenAt() <= SIGN_COUNTS_FOR;
	}

	/**
	 * Return the name of the blob that has the lease and the token. It ends in a word,
	 * since the service may drop a dot at the end, and has no percent sign, which some
	 * releases of the client take for one that they have written themselves.
	 */
	static String name(LockKey key) {
		return encoded(key) + ".lock";
	}

	private BlobAsyncClient sign(LockKey key) {
		return this.container.getBlobAsyncClient(encoded(key) + ".waiting");
	}

	private static String encoded(LockKey key) {
		return key.encoded(LONGEST_KEY).replace('%', '=');
	}

}
