// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import io.distlock.line.LineWatch;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import org.jspecify.annotations.Nullable;

/**
 * Watch for removed queue entries. Wakes the waiter after a removal, and when the watch
 * itself ends and would miss further removals.
 */
final class EtcdWatch implements Watch.Listener, LineWatch {

	private final Runnable wakeUp;

	private volatile boolean over;

	private Watch.@Nullable Watcher watcher;

	private EtcdWatch(Runnable wakeUp) {
		this.wakeUp = wakeUp;
	}

	/**
	 * Watch for removals after a state of the store.
	 */
	static EtcdWatch start(EtcdLinks links, ByteSequence path, boolean prefix, long revision, Runnable wakeUp) {
		EtcdWatch started = new EtcdWatch(wakeUp);
		WatchOption option = WatchOption.builder().withRevision(revision).withNoPut(true).isPrefix(prefix).build();
		try {
			started.watcher = links.client().getWatchClient().watch(path, option, started);
		}
		catch (EtcdException | IllegalStateException ex) {
			// The client was closed meanwhile.
			started.over = true;
		}
		return started;
	}

	@Override
	public boolean isOver() {
		return this.over;
	}

	@Override
	public void onNext(WatchResponse change) {
		this.wakeUp.run();
	}

	@Override
	public void onError(Throwable failure) {
		onCompleted();
	}

	@Override
	public void onCompleted() {
		this.over = true;
		this.wakeUp.run();
	}

	@Override
	public void close() {
		Watch.Watcher watcher = this.watcher;
		if (watcher != null) {
			watcher.close();
		}
	}

}
