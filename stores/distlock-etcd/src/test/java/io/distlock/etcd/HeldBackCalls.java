// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.contract.LineContract.Wire;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;

/**
 * Counts the requests of a client, and holds some of them back: for as long as a network
 * may, so that they arrive after others which were sent later.
 */
final class HeldBackCalls implements ClientInterceptor, Wire {

	private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

	private final List<Runnable> heldBack = new CopyOnWriteArrayList<>();

	private final AtomicInteger toHoldBack = new AtomicInteger();

	private volatile boolean holdingEnds;

	@Override
	public void holdBack(int transactions) {
		this.toHoldBack.set(transactions);
	}

	@Override
	public void holdBackEnds() {
		this.holdingEnds = true;
	}

	@Override
	public void letGo() {
		this.holdingEnds = false;
		this.toHoldBack.set(0);
		List<Runnable> all = new ArrayList<>(this.heldBack);
		this.heldBack.removeAll(all);
		all.forEach(Runnable::run);
	}

	@Override
	public boolean isHoldingBack() {
		return !this.heldBack.isEmpty();
	}

	/**
	 * Return how many requests of a method were sent.
	 */
	int count(String method) {
		AtomicInteger count = this.counts.get(method);
		return (count != null) ? count.get() : 0;
	}

	@Override
	public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel channel) {
		String name = String.valueOf(method.getBareMethodName());
		this.counts.computeIfAbsent(name, (added) -> new AtomicInteger()).incrementAndGet();
		boolean held = (this.holdingEnds && name.equals("LeaseRevoke"))
				|| (name.equals("Txn") && this.toHoldBack.getAndUpdate((left) -> Math.max(0, left - 1)) > 0);
		return new SimpleForwardingClientCall<>(channel.newCall(method, options)) {

			@Override
			public void sendMessage(Q message) {
				if (held) {
					HeldBackCalls.this.heldBack.add(() -> super.sendMessage(message));
				}
				else {
					super.sendMessage(message);
				}
			}

			@Override
			public void halfClose() {
				if (held) {
					HeldBackCalls.this.heldBack.add(super::halfClose);
				}
				else {
					super.halfClose();
				}
			}

		};
	}

}
