// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * Counts the transactions of clients that have no response yet.
 */
final class OpenCalls implements ClientInterceptor {

	private final AtomicInteger open = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	/**
	 * Return how many are open.
	 */
	int open() {
		return this.open.get();
	}

	/**
	 * Return how many were open at the same time, at most.
	 */
	int most() {
		return this.most.get();
	}

	@Override
	public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel channel) {
		ClientCall<Q, R> call = channel.newCall(method, options);
		return "Txn".equals(method.getBareMethodName()) ? new CountedCall<>(call) : call;
	}

	private final class CountedCall<Q, R> extends SimpleForwardingClientCall<Q, R> {

		CountedCall(ClientCall<Q, R> call) {
			super(call);
		}

		@Override
		public void start(Listener<R> listener, Metadata headers) {
			OpenCalls.this.most.accumulateAndGet(OpenCalls.this.open.incrementAndGet(), Math::max);
			super.start(new SimpleForwardingClientCallListener<>(listener) {

				@Override
				public void onClose(Status status, Metadata trailers) {
					OpenCalls.this.open.decrementAndGet();
					super.onClose(status, trailers);
				}

			}, headers);
		}

	}

}
