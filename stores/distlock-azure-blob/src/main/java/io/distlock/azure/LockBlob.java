// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.models.BlobLeaseRequestConditions;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.options.BlobAcquireLeaseOptions;
import com.azure.storage.blob.options.BlobReleaseLeaseOptions;
import com.azure.storage.blob.options.BlobRenewLeaseOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlobLeaseAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The blob of a lock, for one operation of one owner. Ids of leases are the same in each
 * request of an owner.
 *
 * @param client the client of the blob
 * @param unrepeated another one that sends no request twice, so that a request that fails
 * is not refused for what it has done itself
 * @param key the lock
 * @param owner the owner
 * @param requests the requests of the operation
 * @param clock the clock of the service
 */
record LockBlob(BlobAsyncClient client, BlobAsyncClient unrepeated, LockKey key, LockOwner owner, Requests requests,
		StoreClock clock) {

	static final Duration SHORTEST_LEASE = Duration.ofSeconds(15);

	static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

	private static final int ROUNDS = 3;

	/**
	 * Return what a claim is granted: the service promises no more than a minute.
	 */
	static Lease lease(LockClaim claim, LockOwner owner, long lastToken) {
		Duration leaseTime = claim.leaseTime();
		Duration duration = (leaseTime.compareTo(LONGEST_LEASE) < 0) ? leaseTime : LONGEST_LEASE;
		return Lease.of(claim.key(), owner, duration, lastToken - claim.tokens() + 1, lastToken);
	}

	/**
	 * Acquire the lease, and make the blob before where it is not there.
	 * @return whether the lease is the owner's
	 */
	boolean acquire(Duration leaseTime) {
		for (int round = 0; round < ROUNDS; round++) {
			Answer answer = this.requests.send(acquire(leaseTime, null));
			if (answer.refusal().equals(Answer.NO_CONTAINER)) {
				throw this.requests.withoutContainer();
			}
			if (!answer.refusal().equals(Answer.NO_BLOB)) {
				return answer.isDone();
			}
			// Another node may be faster.
			this.requests.send(upload(this.client, new BlobRequestConditions().setIfNoneMatch("*")));
		}
		return false;
	}

	/**
	 * Restart the lease that the owner has, with another duration. The service would also
	 * grant one that is free, so what was read must still be there: an owner that is
	 * granted the lock writes.
	 * @return whether the lease is still the owner's
	 */
	boolean prolong(Answer found, Duration leaseTime) {
		return this.requests.send(acquire(leaseTime, found.etag())).isDone();
	}

	private Mono<? extends Response<?>> acquire(Duration leaseTime, @Nullable String etag) {
		BlobAcquireLeaseOptions options = new BlobAcquireLeaseOptions(seconds(leaseTime));
		if (etag != null) {
			options.setRequestConditions(new BlobLeaseRequestConditions().setIfMatch(etag));
		}
		return lease(this.client).acquireLeaseWithResponse(options);
	}

	static Mono<? extends Response<?>> upload(BlobAsyncClient client, @Nullable BlobRequestConditions conditions) {
		return client.getBlockBlobAsyncClient()
			.uploadWithResponse(new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(new byte[0]))
				.setRequestConditions(conditions));
	}

	/**
	 * Read the metadata, unless the lease is not the owner's.
	 * @throws LockStoreException if another application has written the blob
	 */
	Answer read() {
		Answer found = read(new BlobRequestConditions().setLeaseId(leaseId(this.owner)));
		if (found.isDone() && found.isForeign()) {
			throw this.requests.foreign(this.client.getBlobName());
		}
		return found;
	}

	Answer read(@Nullable BlobRequestConditions conditions) {
		return this.requests.send(this.client.getPropertiesWithResponse(conditions));
	}

	/**
	 * Raise the token by what is asked for. A write whose answer was lost, or that a
	 * client has sent twice, may have taken effect, and is then followed by another one.
	 * @param found what was read under the lease
	 * @return the last token of the block, or nothing if the lease is not the owner's any
	 * more
	 */
	OptionalLong raise(Answer found, LockClaim claim) {
		Answer before = found;
		for (int round = 0; round < ROUNDS && before.isDone(); round++) {
			long first = Math.max(before.token() + 1, this.clock.micros(before.seconds()));
			long last = first + claim.tokens() - 1;
			if (write(before, claim, last)) {
				return OptionalLong.of(last);
			}
			before = read();
		}
		if (before.isDone()) {
			throw new LockStoreException(
					"Could not %s: its token cannot be raised although this node has its lease; check that nothing else writes to the container"
						.formatted(this.requests.purpose()),
					Outcome.UNKNOWN, null);
		}
		return OptionalLong.empty();
	}

	/**
	 * Write the metadata, if no owner has since they were read. What is not answered is
	 * not known, and to be read again.
	 */
	private boolean write(Answer before, LockClaim claim, long lastToken) {
		BlobRequestConditions unchanged = new BlobRequestConditions().setLeaseId(leaseId(this.owner))
			.setIfMatch(before.etag());
		Map<String, String> metadata = Answer.metadata(leaseId(this.owner), claim, lastToken);
		return this.requests.isDone(this.client.setMetadataWithResponse(metadata, unchanged));
	}

	/**
	 * End the lease.
	 * @return whether it was the owner's
	 */
	boolean release() {
		return this.requests.send(lease(this.unrepeated).releaseLeaseWithResponse(new BlobReleaseLeaseOptions()))
			.isDone();
	}

	Mono<Answer> renewal() {
		return this.requests.answer(lease(this.client).renewLeaseWithResponse(new BlobRenewLeaseOptions()));
	}

	private BlobLeaseAsyncClient lease(BlobAsyncClient client) {
		return new BlobLeaseClientBuilder().blobAsyncClient(client).leaseId(leaseId(this.owner)).buildAsyncClient();
	}

	static String leaseId(LockOwner owner) {
		return UUID.nameUUIDFromBytes(owner.id().getBytes(StandardCharsets.UTF_8)).toString();
	}

	private static int seconds(Duration leaseTime) {
		long seconds = leaseTime.plusSeconds(1).minusNanos(1).toSeconds();
		return (int) Math.max(SHORTEST_LEASE.toSeconds(), Math.min(seconds, LONGEST_LEASE.toSeconds()));
	}

	/**
	 * The clock of the service in microseconds, of which its answers show whole seconds.
	 * What is between them is estimated by the monotonic clock of this machine, and is
	 * never in another second than the answer: it keeps tokens of a blob apart from those
	 * of one that was deleted a moment ago.
	 */
	static final class StoreClock {

		private static final long SECOND = TimeUnit.SECONDS.toMicros(1);

		private final AtomicLong offset = new AtomicLong(Long.MIN_VALUE);

		/**
		 * Return the time of an answer that has just come.
		 * @param seconds what the answer says
		 */
		long micros(long seconds) {
			long now = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
			long earliest = seconds * SECOND - now;
			return now
					+ this.offset.updateAndGet((known) -> Math.min(Math.max(known, earliest), earliest + SECOND - 1));
		}

	}

}
