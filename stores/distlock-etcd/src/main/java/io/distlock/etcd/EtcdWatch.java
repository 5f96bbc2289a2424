/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.etcd;

import io.distlock.line.LineWatch;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import org.jspecify.annotations.Nullable;

/**
 * A watch for places that go. It wakes up the waiter when one has gone, and also when it
 * ends itself, since then it would miss the next one.
 */
final class EtcdWatch implements Watch.Listener, LineWatch {

	private final Runnable wakeUp;

	private volatile boolean over;

	private Watch.@Nullable Watcher watcher;

	private EtcdWatch(Runnable wakeUp) {
		this.wakeUp = wakeUp;
	}

	/**
	 * Watch what is deleted from a state of the store on.
	 */
	static EtcdWatch start(Watch watches, ByteSequence path, boolean prefix, long revision, Runnable wakeUp) {
		EtcdWatch started = new EtcdWatch(wakeUp);
		WatchOption option = WatchOption.builder().withRevision(revision).withNoPut(true).isPrefix(prefix).build();
		started.watcher = watches.watch(path, option, started);
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
