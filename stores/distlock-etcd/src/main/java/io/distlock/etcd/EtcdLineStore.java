// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import io.distlock.line.Line;
import io.distlock.line.LineStore;
import io.distlock.line.LineWatch;
import io.distlock.provider.LockStoreException;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.GetOption.SortOrder;
import io.etcd.jetcd.options.GetOption.SortTarget;
import io.etcd.jetcd.options.OptionsUtil;
import io.etcd.jetcd.options.PutOption;
import org.jspecify.annotations.Nullable;

/**
 * Keys in etcd. A session is a lease of etcd, and the state of the store is its revision.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class EtcdLineStore implements LineStore {

	private static final GetOption IN_LINE = GetOption.builder()
		.isPrefix(true)
		.withKeysOnly(true)
		.withSortField(SortTarget.CREATE)
		.withSortOrder(SortOrder.ASCEND)
		.build();

	private static final Duration SHORTEST_SESSION = Duration.ofSeconds(3);

	/**
	 * Maximum size of a value. Servers accept requests of up to one and a half mebibytes.
	 */
	private static final int MAX_VALUE_BYTES = 900_000;

	/**
	 * Maximum number of operations in a transaction.
	 */
	private static final int MAX_OPERATIONS = 128;

	/**
	 * Number of keys in a page, below the client's limit for the size of an answer.
	 */
	private static final int PAGE_SIZE = 1000;

	private final EtcdLinks links;

	EtcdLineStore(EtcdLinks links) {
		this.links = links;
	}

	@Override
	public String title() {
		return "etcd";
	}

	@Override
	public Duration shortestSession() {
		return SHORTEST_SESSION;
	}

	@Override
	public int longestValue() {
		return MAX_VALUE_BYTES;
	}

	@Override
	public CompletableFuture<Opened> open(Duration timeToLive) {
		return this.links.send((client) -> client.getLeaseClient().grant(timeToLive.toSeconds()))
			.thenApply((granted) -> new Opened(Long.toString(granted.getID()), Duration.ofSeconds(granted.getTTL())));
	}

	@Override
	public CompletableFuture<Boolean> keepAlive(String session) {
		return this.links.send((client) -> client.getLeaseClient().keepAliveOnce(Long.parseLong(session)))
			.thenApply((answer) -> answer.getTTL() > 0);
	}

	@Override
	public CompletableFuture<?> end(String session) {
		return this.links.send((client) -> client.getLeaseClient().revoke(Long.parseLong(session)));
	}

	@Override
	public boolean isSessionGone(Throwable failure) {
		return EtcdReplies.isLeaseGone(failure);
	}

	@Override
	public CompletableFuture<Optional<Line>> enter(Change place, String forbidden, String line) {
		return this.links
			.send((client) -> client.getKVClient()
				.txn()
				.If(isAt(place.key(), 0), isAt(forbidden, 0))
				.Then(operation(place), Op.get(bytes(line), IN_LINE))
				.commit())
			.thenApply((answer) -> answer.isSucceeded()
					? Optional.of(line(answer.getGetResponses().get(0), answer.getHeader().getRevision()))
					: Optional.empty());
	}

	@Override
	public CompletableFuture<Line> line(String line) {
		return this.links.send((client) -> client.getKVClient().get(bytes(line), IN_LINE))
			.thenApply((answer) -> line(answer, answer.getHeader().getRevision()));
	}

	private static Line line(GetResponse sorted, long revision) {
		return Line.of(keys(sorted, (found) -> true), keys(sorted, (found) -> found.getLease() == 0), revision);
	}

	private static List<String> keys(GetResponse sorted, Predicate<KeyValue> wanted) {
		return sorted.getKvs().stream().filter(wanted).map(KeyValue::getKey).map(EtcdLineStore::text).toList();
	}

	@Override
	public CompletableFuture<List<Entry>> read(Collection<String> keys) {
		List<String> all = List.copyOf(keys);
		CompletableFuture<List<Entry>> found = CompletableFuture.completedFuture(new ArrayList<>());
		for (int from = 0; from < all.size(); from += MAX_OPERATIONS) {
			Op[] reads = all.subList(from, Math.min(from + MAX_OPERATIONS, all.size()))
				.stream()
				.map((key) -> Op.get(bytes(key), GetOption.DEFAULT))
				.toArray(Op[]::new);
			found = found.thenCombine(this.links.send((client) -> client.getKVClient().txn().Then(reads).commit()),
					EtcdLineStore::add);
		}
		return found;
	}

	private static List<Entry> add(List<Entry> found, TxnResponse answer) {
		answer.getGetResponses().forEach((one) -> found.addAll(entries(one)));
		return found;
	}

	@Override
	public CompletableFuture<Page> page(String prefix, String after) {
		ByteSequence all = bytes(prefix);
		GetOption option = GetOption.builder()
			.withRange(OptionsUtil.prefixEndOf(all))
			.withLimit(PAGE_SIZE)
			.withSortField(SortTarget.KEY)
			.withSortOrder(SortOrder.ASCEND)
			.build();
		ByteSequence from = after.isEmpty() ? all : bytes(after + '\0');
		return this.links.send((client) -> client.getKVClient().get(from, option))
			.thenApply((answer) -> new Page(entries(answer), answer.isMore()));
	}

	private static List<Entry> entries(GetResponse answer) {
		return answer.getKvs().stream().map(EtcdLineStore::entry).toList();
	}

	private static Entry entry(KeyValue found) {
		return new Entry(text(found.getKey()), text(found.getValue()), found.getCreateRevision(),
				found.getModRevision());
	}

	@Override
	public CompletableFuture<Long> write(String key, long changed, List<Change> changes) {
		Op[] operations = changes.stream().map(EtcdLineStore::operation).toArray(Op[]::new);
		return this.links.send((client) -> client.getKVClient().txn().If(isAt(key, changed)).Then(operations).commit())
			.thenApply((answer) -> answer.isSucceeded() ? answer.getHeader().getRevision() : 0);
	}

	@Override
	public LineWatch watch(String path, boolean prefix, long since, Runnable wakeUp) {
		return EtcdWatch.start(this.links, bytes(path), prefix, since + 1, wakeUp);
	}

	@Override
	public <T> T await(String purpose, CompletableFuture<T> answer) {
		return EtcdReplies.await(purpose, answer);
	}

	@Override
	public LockStoreException failed(String purpose, Throwable failure) {
		return EtcdReplies.failed(purpose, failure);
	}

	private static Op operation(Change change) {
		String value = change.value();
		return (value != null) ? Op.put(bytes(change.key()), bytes(value), option(change.session()))
				: Op.delete(bytes(change.key()), DeleteOption.DEFAULT);
	}

	private static PutOption option(@Nullable String session) {
		return (session != null) ? PutOption.builder().withLeaseId(Long.parseLong(session)).build() : PutOption.DEFAULT;
	}

	private static Cmp isAt(String key, long changed) {
		return new Cmp(bytes(key), Cmp.Op.EQUAL, CmpTarget.modRevision(changed));
	}

	private static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	private static String text(ByteSequence bytes) {
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
